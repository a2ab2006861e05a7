### Das Fenster um alles herum: der Start, was oben steht, und Wörter, die überall vorkommen.
###
### Wortliste für alle Kataloge. Angeredet wird mit „Sie“; Anführungszeichen sind „…“; ein Gedankenstrich
### ist –, Auslassungspunkte sind …, nach einem Wort mit einem festen Leerzeichen (U+00A0) davor.
###
###   agent (the user’s) — Agent                   link — Link
###   automated agent (a Company’s) — Automat      message — Nachricht
###   Company — Unternehmen                        notice, disclosure — Hinweis
###   conversation — Unterhaltung                  permission — Berechtigung
###   Direct Conversation — direkte Unterhaltung   Personal Agent — persönlicher Agent
###   domain — Domain                              published files — veröffentlichte Dateien
###   export — exportieren                         secrets — Geheimnisse
###   extension — Erweiterung                      session — Sitzung
###   identity — Identität                         sign in, sign out — anmelden, abmelden
###   key — Schlüssel                              verified — geprüft

app = Candor
unexpected = In Candor ist etwas schiefgegangen. Versuchen Sie es noch einmal.
try-again = Noch einmal versuchen
cancel = Abbrechen
close = Schließen
back = Zurück
loading = Wird geladen …
load-failed = Candor konnte nicht starten
window-failed = Das Fenster konnte nicht gezeichnet werden
window-failed-hint = Nichts ist verloren: Ihre Unterhaltungen sind gespeichert. Zeichnen Sie es neu, oder starten Sie Candor neu.
draw-again = Neu zeichnen
today = Heute
yesterday = Gestern
day-and-time = { $day }, { $time }
quoted = „{ $text }“
show-more =
    { $n ->
        [one] { $n } weiteren zeigen
       *[other] { $n } weitere zeigen
    }
copy = Kopieren
copied = Kopiert
copy-failed = Nicht kopiert
go-there = Dorthin gehen
dismiss = Ausblenden
trouble-in-seconds =
    { $n ->
        [one] Neuer Versuch in { $n } Sekunde
       *[other] Neuer Versuch in { $n } Sekunden
    }
trouble-in-minutes =
    { $n ->
        [one] Neuer Versuch in { $n } Minute
       *[other] Neuer Versuch in { $n } Minuten
    }
trouble-at = Neuer Versuch um { $time }
trouble-now = Wird jetzt noch einmal versucht …
secrets-title = Candor kann seine Geheimnisse nicht sicher aufbewahren
secrets-session = Nur für diese Sitzung weitermachen
secrets-session-hint = Dann werden sie vergessen, wenn Candor beendet wird, und Unterhaltungen, die bis dahin beginnen, enden damit.
secrets-kept-session = Geheimnisse werden aufbewahrt, bis Candor beendet wird, wie Sie es gewählt haben.
secrets-kept-file = Geheimnisse sind mit einem Schlüssel in einer Datei versiegelt, wie beim Start verlangt.
network =
    { $n ->
        [one] Eine Netzwerkdatei wird benutzt: { $hosts } führt dorthin, wohin diese Datei zeigt, nicht das Internet.
       *[other] Eine Netzwerkdatei wird benutzt: { $hosts } führen dorthin, wohin diese Datei zeigt, nicht das Internet.
    }
