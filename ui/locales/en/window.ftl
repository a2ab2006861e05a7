### The window around everything: starting, what stands at its top, and words used everywhere.

app = Candor
unexpected = Something went wrong inside Candor. Try it again.
try-again = Try again
cancel = Cancel
close = Close
back = Back
loading = Loading…
load-failed = Candor could not start
window-failed = The window could not be drawn
window-failed-hint = Nothing is lost: your conversations are stored. Draw it again, or restart Candor.
draw-again = Draw it again
today = Today
yesterday = Yesterday
day-and-time = { $day }, { $time }
quoted = “{ $text }”
show-more = Show { NUMBER($n) } more
copy = Copy
copied = Copied
copy-failed = Could not copy
go-there = Go there
dismiss = Hide this
trouble-in-seconds =
    { $n ->
        [one] Trying again in { $n } second
       *[other] Trying again in { $n } seconds
    }
trouble-in-minutes =
    { $n ->
        [one] Trying again in { $n } minute
       *[other] Trying again in { $n } minutes
    }
trouble-at = Trying again at { $time }
trouble-now = Trying again now…
secrets-title = Candor’s secrets cannot be kept safe
secrets-session = Go on for this session only
secrets-session-hint = Then they are forgotten when Candor ends, and conversations begun meanwhile end with it.
secrets-kept-session = Secrets are kept until Candor ends, as you chose.
secrets-kept-file = Secrets are sealed with a key in a file, as asked for at the start.
network =
    { $n ->
        [one] A network file is in use: { $hosts } leads where that file says, not where the internet says.
       *[other] A network file is in use: { $hosts } lead where that file says, not where the internet says.
    }
