### Eine Unterhaltung lesen: was von ihr geladen ist, und was man mit dem Gesagten tun kann.

load-older = Ältere Nachrichten laden
load-newer = Neuere Nachrichten laden
loading-older = Ältere Nachrichten werden geladen …
loading-newer = Neuere Nachrichten werden geladen …
unread-from-here = Neu ab hier
message-ways = Mit dieser Nachricht
copy-message = Nachricht kopieren
copied-message = Die Nachricht wurde kopiert
copy-not-done = Die Nachricht konnte nicht kopiert werden
copy-notice-unreadable = Hinweis von { $company }, der nicht gelesen werden konnte: { $sent }
copy-notice = Hinweis von { $company }: { $text }
copy-link-refused = { $address } (Candor öffnet diesen Link nicht: { $why })
copy-link-titled = { $title }: { $address }
more-ways = Mehr
export-html = Als Webseite exportieren …
export-json = Als JSON exportieren, für Programme …
print = Drucken …
delete-conversation = Diese Unterhaltung löschen …
exporting = Die Unterhaltung wird exportiert …
exporting-so-far = { $done } von etwa { $total } Nachrichten
export-choose = Wählen Sie in dem Dialog, der sich geöffnet hat, wohin sie gespeichert wird.
export-cancel = Export abbrechen
export-written =
    { $n ->
        [one] Exportiert: { $n } Eintrag, nach { $path }
       *[other] Exportiert: { $n } Einträge, nach { $path }
    }
export-cancelled = Der Export wurde abgebrochen. Es ist keine Datei geblieben.
export-failed = Die Unterhaltung wurde nicht exportiert.
print-title = Diese Unterhaltung drucken
print-reading = Die ganze Unterhaltung wird gelesen …
print-reading-so-far =
    { $n ->
        [one] Bisher { $n } Eintrag
       *[other] Bisher { $n } Einträge
    }
print-ready = Die ganze Unterhaltung ist bereit, mit allen ihren Hinweisen in voller Länge.
print-now = Drucken
print-too-long = Diese Unterhaltung hat mehr als { $n } Einträge, zu viele, um sie von hier aus zu drucken. Exportieren Sie sie als Webseite, und drucken Sie davon in Ihrem Browser, was Sie brauchen.
print-head = Unterhaltung mit { $company }
print-domain = { $domain }, geprüft
print-when = Gedruckt { $when }
print-not-sent = Nicht gesendet
