### Unternehmen: die Liste, eines hinzufügen, der erste Start, was über eines bekannt ist, was mit Nachrichten mitgeht.

companies = Unternehmen
no-companies = Noch keine Unternehmen.
demo = Demo
unread =
    { $n ->
        [one] { $n } neue Nachricht
       *[other] { $n } neue Nachrichten
    }
chat-with-a-company = Mit einem Unternehmen chatten …
list = Unternehmen
add-title = Mit einem Unternehmen chatten
add-how = Geben Sie die Domain des Unternehmens ein. Candor fragt diese Domain über eine sichere Verbindung, ob man dort chatten kann, und prüft, ob die Antwort wirklich von ihr selbst stammt. Wie jede Website sieht sie dabei Ihre Netzwerkadresse und sonst nichts über Sie.
add-label = Domain des Unternehmens
add-hint = manzanita.example
add-empty = Geben Sie zuerst eine Domain ein.
add-find = Unternehmen suchen
add-finding = Die Domain wird gefragt …
add-other = { $typed } führt zu einer anderen Domain: { $served }, von einem Unternehmen, das sich „{ $company }“ nennt.
add-other-hint = Machen Sie nur weiter, wenn Sie dieses Unternehmen meinen. Bisher wurde nichts gespeichert.
add-go-on = Mit { $served } chatten
add-go-back = Zurück
welcome-title = Mit Unternehmen reden, ganz offen
welcome-what = Candor ist Ihr persönlicher Agent: Es spricht für Sie mit Unternehmen, in Unterhaltungen, die auf diesem Computer bleiben.
welcome-learns = Ein Unternehmen erfährt, was Sie ihm schreiben, welchen Agenten Sie benutzen, und einen erfundenen Namen für Sie, den kein anderes Unternehmen bekommt; wie jede Website sieht es auch Ihre Netzwerkadresse.
welcome-theirs = Was ein Unternehmen sendet, sind seine eigenen Worte: Candor zeigt, wer es wirklich gesendet hat, behält seine Hinweise im Blick und sagt, wohin seine Links wirklich führen, bevor sich einer öffnet.
welcome-demo = Mit { $company } chatten, der Demo
welcome-demo-hint = Das ist ein Unternehmen, das in Candor eingebaut ist. Nichts verlässt diesen Computer.
welcome-other = Mit einem Unternehmen chatten, das Sie kennen …
verified = { $domain }, geprüft
known = Über dieses Unternehmen
company = { $company }
context-title = Was mit Ihren Nachrichten mitgeht
context-how = Nichts als Ihre Worte, solange Sie nichts einschalten. Jedes gilt nur für { $company }, ab Ihrer nächsten Nachricht.
context-locale = Ihre Sprache und Region
context-time-zone = Ihre Zeitzone
context-availability = Dass Sie da sind, um zu antworten
context-unknown = Auf diesem Computer nicht bekannt, kann also nicht gesendet werden
context-yes = dass Sie die Antwort lesen, sobald sie kommt
context-sent-locale = Ihre Sprache und Region ({ $value })
context-sent-time-zone = Ihre Zeitzone ({ $value })
context-sent-availability = dass Sie da sind, um zu antworten
context-exactly = Genau so zeigen, wie es gesendet wird
context-nothing = Mit Ihrer nächsten Nachricht geht nichts mit.
info-verified = Geprüft
info-served-by = Von { $domain } über eine sichere Verbindung geliefert.
info-issuer = Sein Anmeldedienst, { $issuer }, nennt diese Domain als seine eigene.
info-checked = Zuletzt geprüft: { $when }.
info-demo = Das ist die Demo, die in Candor eingebaut ist: Ihre Domain gibt es nur auf diesem Computer.
info-says = Das sagt es über sich selbst
info-both-speak = Was dieser Chat enthalten kann
info-protocol = Version { $version } des Protokolls
info-extensions-none = Nur Nachrichten
extension-messages = Nachrichten
extension-disclosures = Hinweise
extension-links = Links
info-notices = Hinweise in diesem Chat
info-notices-count = Hinweise in diesem Chat · { NUMBER($n) }
info-no-notices = Bisher keine.
info-links = Links in diesem Chat
info-links-count = Links in diesem Chat · { NUMBER($n) }
info-no-links = Bisher keine.
info-not-all = Was ältere Nachrichten enthalten, konnte nicht aufgelistet werden.
info-go-to = Im Chat zeigen
