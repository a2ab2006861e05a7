### Candor among the other programs of this computer.

notify-title = Notifications
notify-why = When something comes that you are not looking at. Links are never in them; clicking one opens its conversation. So far on Linux only.
notify-off = Off
notify-off-how = Nothing is shown outside this window but how much is unread.
notify-without = Without what was said
notify-without-how = Which Company it is, how many messages there are, and whether a notice is with them.
notify-with = With what was said
notify-with-how = Notices first and in full, then the beginning of the message. Whoever sees this screen can read it.
