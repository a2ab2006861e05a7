### Eine Unterhaltung: ihr Kopf, ihre Nachrichten, was dazwischen gesagt wird, und das Schreiben.

only-demo-say = Echte Unternehmen möchten wissen, welcher Agent schreibt. Bis die Identität Ihres Agenten auf einer Website von Ihnen veröffentlicht ist, kann man sie hier finden, aber nur mit der Demo chatten.
only-demo-go = Wie man sie veröffentlicht
answering-agent = Der Automat des Unternehmens antwortet
answering-human = Ein Mensch antwortet
phase-working = Bereitet eine Antwort vor
phase-queued = Wartet auf einen Menschen
phase-closed = Beendet
phase-news-working = { $company } bereitet eine Antwort vor
phase-news-queued = Sie warten auf einen Menschen von { $company }
phase-news-closed = Diese Unterhaltung mit { $company } ist beendet
conversation-with = Unterhaltung mit { $company }
opening = Die Unterhaltung wird geöffnet …
open-failed = Die Unterhaltung konnte nicht geöffnet werden
to-newest = Zum Neuesten
writing = schreibt …
writing-news = { $company } schreibt
nothing-said = Noch nichts gesagt.
empty = Noch nichts gesagt. Schreiben Sie { $company } unten.
empty-demo = Zum Ausprobieren. Jedes kommt unten ins Feld, und Sie senden es:
# Die Demo versteht nur Englisch.
tries-1 = Do the trail bars have nuts in them?
tries-2 = Has my jacket shipped?
tries-3 = Can I talk to a person?
author-agent = { $company } · automatisch
author-human = { $company } · ein Mensch
author-unknown = { $company } · sagt nicht, wer schreibt
author-user = Sie
no-text = Diese Nachricht hat keinen Text.
notice-from = Hinweis von { $company }
notice-unreadable = Ein Hinweis von { $company } war nicht lesbar
message-unreadable = Eine Nachricht von { $company } war nicht lesbar.
show-sent = Zeigen, was gesendet wurde
entry-failed = Dieser Eintrag konnte nicht gezeichnet werden. Was er enthält, steht stattdessen als einfacher Text da.
answers-from-here-agent = Ab hier antwortet der Automat von { $company }
answers-from-here-human = Ab hier antwortet ein Mensch von { $company }
part-missing = Hier fehlt ein Teil der Unterhaltung: { $company } hat ihn nicht mehr
direct-opened = Eine direkte Unterhaltung zwischen Ihnen und { $company } wurde geöffnet
direct-closed = Die direkte Unterhaltung zwischen Ihnen und { $company } wurde beendet
you-are-asked = { $company } möchte mit Ihnen persönlich sprechen
delivery-queued = Wartet aufs Senden
delivery-sending = Wird gesendet …
delivery-sent = Gesendet
delivery-delivered = Zugestellt
delivery-unconfirmed = Noch nicht bestätigt, neuer Versuch. Sie wird nur einmal hinzugefügt
delivery-failed = Nicht gesendet
not-sent = Ihre Nachricht wurde nicht gesendet.
retry = Noch einmal senden
copy-sent = Kopieren, was gesendet wurde
like-own = Sieht aus wie { $own }
message = Nachricht an { $company }
send = Senden
send-hint = Eingabe sendet, Umschalt+Eingabe beginnt eine neue Zeile
new-conversation = Neue Unterhaltung beginnen
closed = Diese Unterhaltung ist beendet. Sie können sie hier weiter lesen.
no-chat = { $company } ist ein Unternehmen, das man finden kann, bietet aber keinen Chat an.
needs-identity = { $company } möchte wissen, welcher Agent schreibt, und Candor hat Ihren noch nicht veröffentlicht gesehen. Bis dahin kann man nur mit der Demo chatten.
needs-identity-how = Dafür brauchen Sie eine eigene Website und drei kleine Dateien, die Candor erstellt. Sobald Candor geprüft hat, dass sie dort liegen, können Sie hier schreiben.
needs-identity-go = Identität Ihres Agenten einrichten
limited = { $company } bittet darum, bis { $until } zu warten; was Sie schreiben, wird dann gesendet.
limited-for =
    { $seconds ->
        [one] { $company } bittet darum, noch { $seconds } Sekunde zu warten; was Sie schreiben, wird dann gesendet.
       *[other] { $company } bittet darum, noch { $seconds } Sekunden zu warten; was Sie schreiben, wird dann gesendet.
    }
ask-now = Jetzt fragen
also-sent = Geht mit: { $what }
