### Notifications.

notify-message = A new message
notify-message-with-notices =
    { $notices ->
        [one] A new message, with a notice
       *[other] A new message, with { $notices } notices
    }
notify-messages =
    { $n ->
        [one] { $n } new message
       *[other] { $n } new messages
    }
notify-messages-with-notices =
    { $notices ->
        [one] { $messages }, with a notice
       *[other] { $messages }, with { $notices } notices
    }
notify-notice = Notice from { $company }: { $text }
notify-notice-unreadable = A notice from { $company } could not be read.
notify-sign-in = You are asked to sign in.
notify-asked-for = You are asked for.
notify-open = Open
