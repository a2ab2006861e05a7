### Benachrichtigungen.

notify-message = Eine neue Nachricht
notify-message-with-notices =
    { $notices ->
        [one] Eine neue Nachricht, mit einem Hinweis
       *[other] Eine neue Nachricht, mit { $notices } Hinweisen
    }
notify-messages =
    { $n ->
        [one] { $n } neue Nachricht
       *[other] { $n } neue Nachrichten
    }
notify-messages-with-notices =
    { $notices ->
        [one] { $messages }, mit einem Hinweis
       *[other] { $messages }, mit { $notices } Hinweisen
    }
notify-notice = Hinweis von { $company }: { $text }
notify-notice-unreadable = Ein Hinweis von { $company } war nicht lesbar.
notify-sign-in = Sie werden gebeten, sich anzumelden.
notify-asked-for = Sie werden persönlich verlangt.
notify-open = Öffnen
