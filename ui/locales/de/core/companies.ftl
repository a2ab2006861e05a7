### Was der Kern von Candor sagt, wenn etwas mit einem Unternehmen nicht geht: was geschehen ist, wessen
### Sache es ist, was zu tun ist. $company ist der Name des Unternehmens, bereinigt und isoliert.

the-company = Das Unternehmen

code-invalid-request = { $company } konnte nicht lesen, was Candor gesendet hat. Das liegt an Candor oder am Unternehmen; noch einmal zu versuchen hilft vielleicht nicht.
code-message-id-conflict = { $company } sagt, es habe unter der Nummer dieser Nachricht schon eine andere. Das liegt an Candor oder am Unternehmen; schreiben Sie die Nachricht neu.
code-conversation-not-found = { $company } kennt diese Unterhaltung nicht mehr. Sie können sie hier weiter lesen; beginnen Sie eine neue, um weiterzumachen.
code-conversation-closed = { $company } hat diese Unterhaltung beendet. Beginnen Sie eine neue, um weiterzumachen.
code-session-gone = Diese Unterhaltung wurde mit Geheimnissen begonnen, die nur im Arbeitsspeicher lagen, und die sind mit dem Programm verschwunden. Sie können sie weiter lesen; beginnen Sie eine neue, um weiterzumachen.
code-elsewhere = { $company } hat das in eine andere Unterhaltung getan, die Sie mit ihm haben, statt eine neue zu beginnen. Das liegt am Unternehmen. Gehen Sie zu jener, oder beginnen Sie eine neue.
code-direct-conversation-open = { $company } hat eine Unterhaltung zwischen Ihnen und seinen Menschen offen und macht dort weiter. Gehen Sie zu jener, oder beenden Sie sie zuerst.
code-sign-in-required = { $company } bittet Sie, sich anzumelden, bevor es weitergeht. Melden Sie sich von hier aus an, dann wird das von selbst gesendet; oder beginnen Sie eine neue Unterhaltung für das, was kein Konto braucht.
code-insufficient-scope = { $company } bittet um mehr Berechtigungen, als Sie bei der Anmeldung gegeben haben. Melden Sie sich von hier aus an, um sie zu geben, dann wird das von selbst gesendet; oder beginnen Sie eine neue Unterhaltung für das, was weniger braucht.
code-extension-required = { $company } verlangt eine Erweiterung des Protokolls, die Candor nicht spricht; das kann also nicht gesendet werden. So hat es das Unternehmen gewählt.
code-extension-required-named = { $company } verlangt eine Erweiterung des Protokolls, die Candor nicht spricht, „{ $extension }“; das kann also nicht gesendet werden. So hat es das Unternehmen gewählt.
code-invalid-client = { $company } nimmt die Identität Ihres Agenten nicht an. Prüfen Sie, ob die veröffentlichten Dateien erreichbar sind und ob es die sind, die Candor exportiert hat.
code-invalid-session = { $company } nimmt die Sitzung von Candor nicht an, auch keine neue. Das liegt höchstwahrscheinlich am Unternehmen; prüfen Sie, ob die Uhr dieses Computers richtig geht, und versuchen Sie es später noch einmal.
code-rate-limited = { $company } bittet darum, eine Weile zu warten. Candor macht von selbst weiter.
code-temporarily-unavailable = { $company } ist gerade außer Betrieb. Candor versucht es von selbst noch einmal.
code-invalid-cursor = { $company } kann die Unterhaltung nicht von ihrem Anfang an liefern. Candor versucht es von selbst noch einmal.
code-unreadable-answer = { $company } hat etwas geantwortet, das nicht lesbar ist. Das liegt am Unternehmen.
code-redirect = { $company } hat auf eine andere Stelle verwiesen, an die nichts von Ihnen gesendet werden darf. Das liegt am Unternehmen.
code-key = Dieser Computer konnte die Nachricht nicht unterschreiben. Starten Sie Candor neu, und versuchen Sie es noch einmal.
code-no-answer = { $company } antwortet nicht, oder dieser Computer ist offline. Candor versucht es von selbst noch einmal, und jede Nachricht wird nur einmal hinzugefügt.
code-insecure-connection = Candor konnte keine sichere Verbindung zu { $company } herstellen; es wurde also nichts gesendet. Das liegt höchstwahrscheinlich am Unternehmen, oder jemand ist dazwischen: Versuchen Sie es später noch einmal oder in einem anderen Netz.
code-private-address = { $company } nennt eine Adresse, an die nichts von Ihnen gesendet werden darf. Das liegt am Unternehmen.
code-account-mismatch = { $company } führt diesen Chat unter einem anderen Konto als dem, bei dem Sie angemeldet sind. Melden Sie sich bei jenem an, oder beginnen Sie eine neue Unterhaltung.
code-no-secure-connections = Dieser Computer kann keine sicheren Verbindungen herstellen: Seine Zertifikate sind nicht lesbar. Das liegt nicht am Unternehmen; starten Sie Candor neu, wenn es behoben ist.
code-not-wanted = Was { $company } geantwortet hat, wurde nicht mehr gebraucht, als es kam, und wird nicht verwendet.
code-answer-too-large = { $company } hat mehr auf einmal gesendet, als Candor liest. Das liegt am Unternehmen.
code-other = { $company } hat mit dem Code { $code } geantwortet, den Candor nicht kennt.

asked-rate-limited = { $company } bittet darum, eine Weile zu warten; das wurde also nicht getan. Fragen Sie später noch einmal.
asked-temporarily-unavailable = { $company } ist gerade außer Betrieb; das wurde also nicht getan. Fragen Sie später noch einmal.
asked-no-answer = { $company } antwortet nicht, oder dieser Computer ist offline; das wurde vielleicht nicht getan. Fragen Sie noch einmal, wenn es wieder antwortet.
asked-sign-in-required = { $company } tut das nur für angemeldete Kunden. Melden Sie sich an, und fragen Sie noch einmal; oder lassen Sie diese Unterhaltung, wie sie ist, und beginnen Sie eine neue.
asked-insufficient-scope = { $company } bittet um mehr Berechtigungen, als Sie bei der Anmeldung gegeben haben; das wurde also nicht getan. Melden Sie sich noch einmal an, um sie zu geben, und fragen Sie noch einmal.
asked-extension-required = { $company } verlangt eine Erweiterung des Protokolls, die Candor nicht spricht; das geht also nicht. So hat es das Unternehmen gewählt.
asked-key = Dieser Computer konnte die Anfrage nicht unterschreiben. Starten Sie Candor neu, und versuchen Sie es noch einmal.

not-shown-insufficient-scope = { $company } zeigt das Neue in dieser Unterhaltung nur mit mehr Berechtigungen, als Sie gegeben haben. Melden Sie sich noch einmal an, um sie zu geben, oder beginnen Sie eine neue Unterhaltung.
not-shown-signed-out = { $company } führt diese Unterhaltung nur fort, solange Sie dort angemeldet sind. Melden Sie sich noch einmal an, oder beginnen Sie eine neue Unterhaltung.
too-soon = { $company } bittet nur um ein wenig Geduld: Candor macht von selbst weiter, sobald das vorbei ist.
may-have-arrived = Ein früherer Versuch ist vielleicht trotzdem angekommen: Das kann niemand sagen.
core-part-missing = { $company } liefert einen Teil dieser Unterhaltung nicht mehr; er fehlt hier also. Candor liest, was es noch gibt.
not-written-here = { $company } sagt, Sie hätten das geschrieben. Hier wurde es nicht geschrieben.
given-back-otherwise = { $company } hat diese Nachricht mit anderen Worten zurückgegeben. Diese hier sind Ihre.
not-as-kept = Es ist nicht mehr, was es war, als es gespeichert wurde.

moved = Die Domain von { $company } führt jetzt zu einem anderen Unternehmen, { $domain }. Ihm wurde nichts gesendet. Fügen Sie { $domain } hinzu, wenn Sie mit ihm chatten möchten.
not-verified = Candor konnte nicht sicherstellen, dass { $company } noch dasselbe ist wie bisher; deshalb wird nichts gesendet. Es versucht es von selbst noch einmal. { $problem }
core-no-chat = { $company } hat keinen Chat, den Candor benutzen kann. So hat es das Unternehmen gewählt.
no-auth = { $company } sagt nicht, wie sich ein Agent ausweisen soll; es kann also kein Chat beginnen. Das liegt am Unternehmen.
demo-off = Das Demo-Unternehmen läuft nicht: Es gehört zum Fenster von Candor. Sie können diese Unterhaltung weiter lesen.
other-account = Diese Unterhaltung mit { $company } gehört zu Geheimnissen, die gerade nicht zur Hand sind. Sie geht weiter, wenn sie es sind; oder beginnen Sie eine neue.
no-identity = { $company } fragt, wer Ihr Agent ist, und Sie haben seine Identität noch nicht veröffentlicht. Richten Sie sie ein, dann geht das von selbst weiter.
store-failed = Was auf diesem Computer gespeichert ist, kann nicht gelesen oder geschrieben werden. Prüfen Sie, ob der Datenträger voll ist; Candor versucht es von selbst noch einmal.

clock-behind-one = Die Uhr dieses Computers geht gegenüber der von { $company } etwa { $amount } nach. Eine der beiden geht falsch: Sehen Sie in den Einstellungen Ihres Systems nach Datum und Uhrzeit. Chats gehen inzwischen weiter.
clock-ahead-one = Die Uhr dieses Computers geht gegenüber der von { $company } etwa { $amount } vor. Eine der beiden geht falsch: Sehen Sie in den Einstellungen Ihres Systems nach Datum und Uhrzeit. Chats gehen inzwischen weiter.
clock-behind-many = Die Uhr dieses Computers geht gegenüber denen von { $n } Unternehmen etwa { $amount } nach, geht also höchstwahrscheinlich falsch: Sehen Sie in den Einstellungen Ihres Systems nach Datum und Uhrzeit. Chats gehen inzwischen weiter.
clock-ahead-many = Die Uhr dieses Computers geht gegenüber denen von { $n } Unternehmen etwa { $amount } vor, geht also höchstwahrscheinlich falsch: Sehen Sie in den Einstellungen Ihres Systems nach Datum und Uhrzeit. Chats gehen inzwischen weiter.
clock-minutes =
    { $n ->
        [one] { $n } Minute
       *[other] { $n } Minuten
    }
clock-hours =
    { $n ->
        [one] { $n } Stunde
       *[other] { $n } Stunden
    }
clock-days =
    { $n ->
        [one] { $n } Tag
       *[other] { $n } Tage
    }
