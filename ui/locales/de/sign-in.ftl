### Bei einem Unternehmen anmelden.

sign-in-asked = { $company } bittet Sie, sich anzumelden
sign-in-title = Anmeldung
sign-in-required = Es kann damit erst weitermachen, wenn Sie angemeldet sind.
sign-in-more-needed = Es braucht mehr Berechtigungen, als Ihre Anmeldung ihm gab.
sign-in-older = Weiter unten hat es noch einmal gefragt.
sign-in-yourself = Sie melden sich selbst an, auf einer Seite von { $company } in Ihrem Browser. Candor sieht Ihr Passwort nie.
sign-in-no-way = { $company } bietet keine Art der Anmeldung an, die Candor kennt; hier geht das also nicht. So hat es das Unternehmen gewählt.
sign-in-asks = Was Ihr Agent dort tun könnte, in den Worten von { $company }
sign-in-no-words = Es sagt nicht, was das bedeutet
sign-in-nothing = Hier gibt es nichts, was Ihr Agent bekommen könnte; es gibt also nichts zu beginnen.
sign-in-not-offered = Es hat auch hierum gebeten, bietet es Agenten aber nicht an; deshalb werden Sie nicht danach gefragt:
sign-in-tick = Kreuzen Sie mindestens eines an, was Ihr Agent tun darf.
sign-in-how = Wie
sign-in-method-device = Mit einem Code
sign-in-method-direct = In Ihrem Browser und zurück
sign-in-method-how-device = Die Seite öffnet sich in Ihrem Browser, hier oder auf Ihrem Telefon, und fragt nach einem Code, der hier gezeigt wird.
sign-in-method-how-direct = Die Seite öffnet sich in Ihrem Browser, der danach zu Candor zurückführt.
sign-in-not-ready = Dafür braucht es eine veröffentlichte Identität, und Ihr Agent hat noch keine.
sign-in-then-ask = Danach noch einmal fragen: „{ $text }“
sign-in-then-sent = Sobald Sie angemeldet sind, wird „{ $text }“ von selbst gesendet.
sign-in-begin = Anmeldung beginnen
sign-in-sign-in = Anmelden …
sign-in-not-now = Nicht jetzt
sign-in-cancel = Anmeldung abbrechen
sign-in-again = Neu beginnen
sign-in-done = Fertig
sign-in-put-away = Schließen
sign-in-anew = Noch einmal anmelden …
sign-in-elsewhere = Eine Anmeldung läuft schon. Sie geht dort weiter, wo sie begonnen wurde.
sign-in-in-chat = Die Anmeldung geht im Chat weiter.
sign-in-go-there = Dorthin gehen
sign-in-ended = Zur Anmeldung
sign-in-starting = { $company } wird gebeten, zu beginnen …
sign-in-finishing = Die Anmeldung bei { $company } wird abgeschlossen …
sign-in-step-open = Öffnen Sie die Seite
sign-in-page-of = Anmeldeseite von { $company }
sign-in-open = { $host } im Browser öffnen
sign-in-opened = { $host } wurde an Ihren Browser übergeben
sign-in-step-code = Sehen Sie nach, ob sie diesen Code zeigt, oder geben Sie ihn dort ein
sign-in-code = Code
sign-in-waiting = Wartet darauf, dass Sie sich dort anmelden
sign-in-left =
    { $minutes ->
        [one] noch { $minutes } Minute
       *[other] noch { $minutes } Minuten
    }
sign-in-left-seconds =
    { $seconds ->
        [one] noch { $seconds } Sekunde
       *[other] noch { $seconds } Sekunden
    }
sign-in-over = die Zeit ist um
sign-in-step-back = Melden Sie sich dort an. Ihr Browser führt dann von selbst hierher zurück
sign-in-paste = Wenn nicht, fügen Sie die Adresse der Seite ein, auf der Sie gelandet sind
sign-in-paste-hint = https://…
sign-in-paste-empty = Fügen Sie zuerst die Adresse ein.
sign-in-pasted-again = Um { $time } noch einmal versucht, mit demselben Ergebnis.
sign-in-copy-address = Adresse kopieren
sign-in-handing = Wird an Ihren Browser übergeben …
sign-in-finish = Weiter
sign-in-approved = Sie sind bei { $company } angemeldet.
sign-in-granted = Was Ihr Agent dort jetzt darf, in den Worten von { $company }
sign-in-granted-nothing = Es hat nichts von dem gewährt, worum gebeten wurde.
sign-in-missing = Erbeten und nicht gewährt
sign-in-denied = Die Anmeldung wurde auf der Seite von { $company } abgelehnt. Nichts wurde angemeldet und nichts weitergegeben.
sign-in-expired = Die Zeit für diese Anmeldung war um, bevor sie fertig war. Nichts wurde angemeldet und nichts weitergegeben.
sign-in-failed = Die Anmeldung hat nicht geklappt.
sign-in-settled = Sie sind bei { $company } angemeldet, mit allem, worum hier gebeten wird.
sign-in-news-code = Anmeldung bei { $company }: Öffnen Sie { $host }. Der Code ist { $code }
sign-in-news-browser = Anmeldung bei { $company }: Öffnen Sie { $host }
sign-in-signed-out = Sie sind nicht angemeldet.
sign-in-account = Angemeldet als Kunde von { $company } seit { $since }.
sign-in-may = Was Ihr Agent dort darf, in den Worten von { $company }
sign-in-may-nothing = Es nennt nichts, was Ihr Agent tun darf.
sign-in-sign-out = Abmelden
sign-in-sign-out-ask = Von { $company } abmelden? Candor vergisst die Anmeldung sofort und sagt { $company }, dass sie enden soll. Ihre Unterhaltungen bleiben.
sign-in-sign-out-yes = Ja, abmelden
sign-in-signing-out = Hier abgemeldet. { $company } hat es noch nicht bestätigt; Candor sagt es ihm weiter.
sign-in-no-methods = Es bietet keine Anmeldung an, die Candor kennt.
