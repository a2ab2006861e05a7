### Companies: the list, adding one, the first run, what is known of one, what goes with messages.

companies = Companies
no-companies = No Companies yet.
demo = demo
unread =
    { $n ->
        [one] { $n } new message
       *[other] { $n } new messages
    }
chat-with-a-company = Chat with a Company…
list = Companies
add-title = Chat with a Company
add-how = Type the Company’s domain. Candor asks that domain, over a secure connection, whether it can be chatted with, and checks that the answer is really its own. Like any web site, it then sees your network address, and nothing else about you.
add-label = The Company’s domain
add-hint = manzanita.example
add-empty = Type a domain first.
add-find = Find the Company
add-finding = Asking the domain…
add-other = { $typed } leads to another domain: { $served }, of a Company that calls itself “{ $company }”.
add-other-hint = Go on only if this is the Company you mean. Nothing was kept so far.
add-go-on = Chat with { $served }
add-go-back = Back
welcome-title = Talk with Companies, in the open
welcome-what = Candor is your Personal Agent: it talks with Companies for you, in conversations that stay on this computer.
welcome-learns = A Company learns what you write to it, which agent you use, and a made-up name for you that no other Company gets; like any web site, it also sees your network address.
welcome-theirs = Whatever a Company sends is its own words: Candor shows who really sent it, keeps its notices in sight, and says where its links really lead before one opens.
welcome-demo = Chat with { $company }, the demo
welcome-demo-hint = It is a Company built into Candor. Nothing leaves this computer.
welcome-other = Chat with a Company you know…
verified = { $domain }, verified
known = About this Company
company = { $company }
context-title = Goes with your messages
context-how = Nothing but your words, unless you turn it on. Each is for { $company } only, from your next message on.
context-locale = Your language and region
context-time-zone = Your time zone
context-availability = That you are here to answer
context-unknown = Not known on this computer, so it cannot be sent
context-yes = that you read the answer as it comes
context-sent-locale = your language and region ({ $value })
context-sent-time-zone = your time zone ({ $value })
context-sent-availability = that you are here to answer
context-exactly = Show it exactly as it is sent
context-nothing = Nothing goes with your next message.
info-verified = Verified
info-served-by = Served by { $domain } over a secure connection.
info-issuer = Its sign-in service, { $issuer }, names this domain as its own.
info-checked = Last checked { $when }.
info-demo = This is the demo built into Candor: its domain exists on this computer only.
info-says = It says of itself
info-both-speak = What this chat can hold
info-protocol = Version { $version } of the protocol
info-extensions-none = Messages only
extension-messages = Messages
extension-disclosures = notices
extension-links = links
info-notices = Notices in this chat
info-notices-count = Notices in this chat · { NUMBER($n) }
info-no-notices = None so far.
info-links = Links in this chat
info-links-count = Links in this chat · { NUMBER($n) }
info-no-links = None so far.
info-not-all = What older messages hold could not be listed.
info-go-to = Show in the chat
