### Reading a conversation: what is loaded of it, and what can be done with what was said.

load-older = Load older messages
load-newer = Load newer messages
loading-older = Loading older messages…
loading-newer = Loading newer messages…
unread-from-here = New from here
message-ways = With this message
copy-message = Copy message
copied-message = The message was copied
copy-not-done = The message could not be copied
copy-notice-unreadable = Notice from { $company }, which could not be read: { $sent }
copy-notice = Notice from { $company }: { $text }
copy-link-refused = { $address } (Candor does not open this link: { $why })
copy-link-titled = { $title }: { $address }
more-ways = More
export-html = Export as a web page…
export-json = Export as JSON, for programs…
print = Print…
delete-conversation = Delete this conversation…
exporting = Exporting the conversation…
exporting-so-far = { $done } of about { $total } messages
export-choose = Choose where to save it, in the dialog that has opened.
export-cancel = Stop exporting
export-written =
    { $n ->
        [one] Exported: { $n } entry, to { $path }
       *[other] Exported: { $n } entries, to { $path }
    }
export-cancelled = The export was stopped. No file was left.
export-failed = The conversation was not exported.
print-title = Print this conversation
print-reading = Reading the whole conversation…
print-reading-so-far =
    { $n ->
        [one] { $n } entry so far
       *[other] { $n } entries so far
    }
print-ready = The whole conversation is ready, with all its notices in full.
print-now = Print
print-too-long = This conversation has more than { $n } entries, too many to be printed from here. Export it as a web page, and print what you need of that in your browser.
print-head = Conversation with { $company }
print-domain = { $domain }, verified
print-when = Printed { $when }
print-not-sent = Not sent
