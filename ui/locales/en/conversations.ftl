### A Company’s conversations, and what can be done with one.

conversations-button = Conversations
conversations-button-unread =
    { $n ->
        [one] Conversations, { $n } new message in others
       *[other] Conversations, { $n } new messages in others
    }
conversations-title = Conversations with { $company }
conversations-none = None yet. The one you see begins with your first message.
conversations-no-words = No words yet
conversations-direct = Direct
conversations-closed = Closed
conversations-current = Open now
conversations-draft = Draft
conversations-new = New conversation
conversations-close = Close the open conversation…
conversations-close-ask = Close it for good? { $company } is told. It stays here to be read, and nothing more can be written in it.
conversations-close-unsent =
    { $n ->
        [one] One message of yours in it was not sent, and will not be.
       *[other] { $n } messages of yours in it were not sent, and will not be.
    }
conversations-close-yes = Yes, close it
conversations-closing = Closing…
conversations-ask-person = Ask for a person
conversations-asking = Asking…
conversations-under = A direct conversation, with people of { $company } instead of its automated agent.
conversations-waits = You talk with people of { $company } in a direct conversation. This one waits until that is closed.
conversations-to-parent = Go to the one it belongs to
conversations-talk-directly = Talk with its people
