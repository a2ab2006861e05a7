### Suchen, was gesagt wurde.

search = Alle Unterhaltungen durchsuchen
search-hint = Suchen
search-end = Suche beenden
search-where = Suchen in
search-everywhere = Allen Unterhaltungen
search-in-company = Allen mit { $company }
search-in-conversation = Der Unterhaltung, die offen war
search-looking = Wird gesucht …
search-messages = Nachrichten
search-you-to = Sie, an { $company }
search-count =
    { $n ->
        [one] { $n } Nachricht gefunden
       *[other] { $n } Nachrichten gefunden
    }
search-count-more =
    { $n ->
        [one] Bisher { $n } Nachricht gefunden
       *[other] Bisher { $n } Nachrichten gefunden
    }
search-none-short = Nichts gefunden
search-none = Nichts hat alle Wörter von „{ $typed }“.
search-none-hint = Durchsucht werden Nachrichten, ihre Hinweise sowie die Titel und Websites ihrer Links. Jedes Wort darf der Anfang eines Wortes sein.
search-look-everywhere = Alle Unterhaltungen durchsuchen
search-more = Mehr zeigen
search-filling = Ältere Nachrichten werden noch durchsuchbar gemacht: bisher { $done } von etwa { $total }.
search-again = Noch einmal suchen
