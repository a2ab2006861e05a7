### A conversation: its header, its messages, what is said between them, and writing.

only-demo-say = Real Companies want to know which agent is writing. Until your agent’s identity is published on a web site of yours, they can be found here, but only the demo can be chatted with.
only-demo-go = How to publish it
answering-agent = Its automated agent answers
answering-human = A person answers
phase-working = Preparing an answer
phase-queued = Waiting for a person
phase-closed = Closed
phase-news-working = { $company } is preparing an answer
phase-news-queued = You are waiting for a person of { $company }
phase-news-closed = This conversation with { $company } is closed
conversation-with = Conversation with { $company }
opening = Opening the conversation…
open-failed = The conversation could not be opened
to-newest = To the newest
writing = writing…
writing-news = { $company } is writing
nothing-said = Nothing said yet.
empty = Nothing said yet. Write to { $company } below.
empty-demo = Things to try. Each is put into the field below, for you to send:
tries-1 = Do the trail bars have nuts in them?
tries-2 = Has my jacket shipped?
tries-3 = Can I talk to a person?
author-agent = { $company } · automated
author-human = { $company } · a person
author-unknown = { $company } · does not say who writes
author-user = You
no-text = This message has no text.
notice-from = Notice from { $company }
notice-unreadable = A notice from { $company } could not be read
message-unreadable = A message from { $company } could not be read.
show-sent = Show what was sent
entry-failed = This entry could not be drawn. What it holds is shown plainly instead.
answers-from-here-agent = The automated agent of { $company } answers from here on
answers-from-here-human = A person of { $company } answers from here on
part-missing = A part of the conversation is missing here: { $company } no longer has it
direct-opened = A direct conversation between you and { $company } was opened
direct-closed = The direct conversation between you and { $company } was closed
you-are-asked = { $company } asks for you in person
delivery-queued = Waiting to be sent
delivery-sending = Sending…
delivery-sent = Sent
delivery-delivered = Delivered
delivery-unconfirmed = Not confirmed yet, trying again. It is added only once
delivery-failed = Not sent
not-sent = Your message was not sent.
retry = Send again
copy-sent = Copy what was sent
like-own = Looks like { $own }
message = Message { $company }
send = Send
send-hint = Enter sends, Shift+Enter breaks the line
new-conversation = Start a new conversation
closed = This conversation is closed. It stays here to be read.
no-chat = { $company } is a Company that can be found, but it does not offer to chat.
needs-identity = { $company } wants to know which agent is writing, and Candor has not seen yours published yet. Until it has, only the demo can be chatted with.
needs-identity-how = It takes a web site of yours and three small files, which Candor makes. As soon as Candor has checked that they are there, you can write here.
needs-identity-go = Set up your agent’s identity
limited = { $company } asks to wait until { $until }; what you write is sent then.
limited-for =
    { $seconds ->
        [one] { $company } asks to wait { $seconds } more second; what you write is sent then.
       *[other] { $company } asks to wait { $seconds } more seconds; what you write is sent then.
    }
ask-now = Ask now
also-sent = Sent with it: { $what }
