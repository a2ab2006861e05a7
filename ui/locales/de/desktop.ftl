### Candor unter den anderen Programmen dieses Computers.

notify-title = Benachrichtigungen
notify-why = Wenn etwas kommt, das Sie gerade nicht ansehen. Links stehen nie darin; ein Klick öffnet die Unterhaltung. Bisher nur unter Linux.
notify-off = Aus
notify-off-how = Außerhalb dieses Fensters wird nur gezeigt, wie viel ungelesen ist.
notify-without = Ohne das Gesagte
notify-without-how = Welches Unternehmen es ist, wie viele Nachrichten es sind und ob ein Hinweis dabei ist.
notify-with = Mit dem Gesagten
notify-with-how = Zuerst die Hinweise, vollständig, dann der Anfang der Nachricht. Wer diesen Bildschirm sieht, kann es lesen.
