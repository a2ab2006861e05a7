### What Candor’s core says when something with a Company does not work: what happened, whose doing it
### is, what to do. $company is the Company’s name, cleaned and isolated.

the-company = The Company

code-invalid-request = { $company } could not read what Candor sent. That is Candor’s fault, or the Company’s; trying again may not help.
code-message-id-conflict = { $company } says it already has another message under this one’s number. That is Candor’s fault, or the Company’s; write the message anew.
code-conversation-not-found = { $company } does not know this conversation any longer. You can still read it here; start a new one to go on.
code-conversation-closed = { $company } has closed this conversation. Start a new one to go on.
code-session-gone = This conversation was begun with secrets that were kept in memory only, and they are gone with the program. You can still read it; start a new one to go on.
code-elsewhere = { $company } put this into another conversation that you have with it, instead of beginning a new one. That is the Company’s fault. Go to that one, or start a new one.
code-direct-conversation-open = { $company } has a conversation between you and its people open, and goes on there. Go to that one, or close it first.
code-sign-in-required = { $company } asks you to sign in before it goes on. Sign in from here, and this is sent by itself; or start a new conversation for what needs no account.
code-insufficient-scope = { $company } asks for more of your permission than you gave when you signed in. Sign in from here to give it, and this is sent by itself; or start a new conversation for what needs less.
code-extension-required = { $company } requires an extension of the protocol that Candor does not speak, so this cannot be sent. That is the Company’s choice.
code-extension-required-named = { $company } requires an extension of the protocol that Candor does not speak, “{ $extension }”, so this cannot be sent. That is the Company’s choice.
code-invalid-client = { $company } does not accept your agent’s identity. Check that the published files are reachable and are the ones Candor exported.
code-invalid-session = { $company } does not accept Candor’s session with it, not even a new one. That is most likely the Company’s fault; check that this machine’s clock is right, and try again later.
code-rate-limited = { $company } asks to wait a while. Candor goes on by itself.
code-temporarily-unavailable = { $company } is out of order just now. Candor tries again by itself.
code-invalid-cursor = { $company } cannot give the conversation from its beginning. Candor tries again by itself.
code-unreadable-answer = { $company } answered something that cannot be read. That is the Company’s fault.
code-redirect = { $company } answered by pointing elsewhere, where nothing of yours may be sent. That is the Company’s fault.
code-key = This machine could not sign the message. Restart Candor and try again.
code-no-answer = { $company } does not answer, or this machine is offline. Candor tries again by itself, and each message is added only once.
code-insecure-connection = Candor could not make a secure connection to { $company }, so nothing was sent. That is most likely the Company’s fault, or somebody is in between: try again later, or on another network.
code-private-address = { $company } names an address where nothing of yours may be sent. That is the Company’s fault.
code-account-mismatch = { $company } has this chat under another account than the one you signed in to. Sign in to that one, or start a new conversation.
code-no-secure-connections = This machine cannot make secure connections: its certificates cannot be read. That is not the Company’s fault; restart Candor when it is put right.
code-not-wanted = What { $company } answered was no longer wanted when it came, and is not used.
code-answer-too-large = { $company } sent more at once than Candor reads. That is the Company’s fault.
code-other = { $company } answered with the code { $code }, which Candor does not know.

asked-rate-limited = { $company } asks to wait a while, so this was not done. Ask again later.
asked-temporarily-unavailable = { $company } is out of order just now, so this was not done. Ask again later.
asked-no-answer = { $company } does not answer, or this machine is offline, so this may not have been done. Ask again when it does.
asked-sign-in-required = { $company } does this only for its signed-in customers. Sign in and ask again; or leave this conversation as it is, and start a new one.
asked-insufficient-scope = { $company } asks for more of your permission than you gave when you signed in, so this was not done. Sign in again to give it, and ask again.
asked-extension-required = { $company } requires an extension of the protocol that Candor does not speak, so this cannot be done. That is the Company’s choice.
asked-key = This machine could not sign the request. Restart Candor and try again.

not-shown-insufficient-scope = { $company } shows what is new in this conversation only with more of your permission than you gave. Sign in again to give it, or start a new conversation.
not-shown-signed-out = { $company } goes on with this conversation only while you are signed in there. Sign in again, or start a new conversation.
too-soon = { $company } asks to wait only a little: Candor goes on by itself as soon as that is over.
may-have-arrived = An earlier try may have arrived all the same: nobody can say.
core-part-missing = { $company } does not give a part of this conversation any longer, so it is missing here. Candor reads what there still is.
not-written-here = { $company } says that you wrote this. It was not written here.
given-back-otherwise = { $company } gave this message back in other words. These are yours.
not-as-kept = It is not what it was when it was kept.

moved = The domain of { $company } now leads to another Company, { $domain }. Nothing was sent to it. Add { $domain } if you want to chat with it.
not-verified = Candor could not make sure that { $company } is still who it was, so nothing is sent. It tries again by itself. { $problem }
core-no-chat = { $company } has no chat that Candor can use. That is the Company’s choice.
no-auth = { $company } does not say how an agent is to identify itself, so no chat can begin. That is the Company’s fault.
demo-off = The demo Company is not running: it is part of Candor’s window. You can still read this conversation.
other-account = This conversation with { $company } belongs to secrets that are not at hand now. It goes on when they are; or start a new one.
no-identity = { $company } asks who your agent is, and you have not published its identity yet. Set it up, and this goes on by itself.
store-failed = What is kept on this machine cannot be read or written. Check that the disk is not full; Candor tries again by itself.

clock-behind-one = This computer’s clock is about { $amount } behind the clock of { $company }. One of the two is wrong: look at the date and time in your system’s settings. Chats go on meanwhile.
clock-ahead-one = This computer’s clock is about { $amount } ahead of the clock of { $company }. One of the two is wrong: look at the date and time in your system’s settings. Chats go on meanwhile.
clock-behind-many = This computer’s clock is about { $amount } behind the clocks of { $n } Companies, so it is most likely wrong: look at the date and time in your system’s settings. Chats go on meanwhile.
clock-ahead-many = This computer’s clock is about { $amount } ahead of the clocks of { $n } Companies, so it is most likely wrong: look at the date and time in your system’s settings. Chats go on meanwhile.
clock-minutes =
    { $n ->
        [one] { $n } minute
       *[other] { $n } minutes
    }
clock-hours =
    { $n ->
        [one] { $n } hour
       *[other] { $n } hours
    }
clock-days =
    { $n ->
        [one] { $n } day
       *[other] { $n } days
    }
