### Was der Kern von Candor über An- und Abmelden sagt.

sign-in-refused = { $company } hat diese Anmeldung nicht angenommen ({ $code }). Nichts wurde angemeldet; Sie können neu beginnen.
sign-in-no-answer = { $company } antwortet nicht, oder dieser Computer ist offline. Nichts wurde angemeldet; beginnen Sie neu, wenn es wieder antwortet.
sign-in-rate-limited = { $company } bittet darum, eine Weile zu warten. Nichts wurde angemeldet; beginnen Sie später neu.
sign-in-temporarily-unavailable = { $company } ist gerade außer Betrieb. Nichts wurde angemeldet; beginnen Sie später neu.
sign-in-account-mismatch = Sie haben sich bei { $company } mit einem anderen Konto angemeldet als vorher, und die Sitzung von Candor bleibt beim ersten. Nichts wurde angemeldet; beginnen Sie neu mit jenem Konto, oder melden Sie sich zuerst ab.
sign-in-key = Dieser Computer konnte die Anfrage nicht unterschreiben. Starten Sie Candor neu, und versuchen Sie es noch einmal.
core-sign-in-not-offered = { $company } bietet keine Art der Anmeldung an, die Candor benutzen kann. So hat es das Unternehmen gewählt: Sie können sich auf seiner Website anmelden, aber nicht für Ihren Agenten.
sign-in-scopes = In dieser Anmeldung ist nichts, was { $company } Ihrem Agenten geben lässt; sie wurde also nicht begonnen. Wenn das Unternehmen darum gebeten hat, liegt es an ihm.
sign-in-interrupted = Candor wurde beendet, bevor Sie bei { $company } angemeldet waren, und die Anmeldung endete damit. Nichts wurde angemeldet. Beginnen Sie hier neu, wann Sie möchten; ein Code oder eine Seite von vorher nützt nichts mehr.
strange-link = { $company } hat einen Anmeldelink gegeben, der zu { $host } führt; das ist keine seiner eigenen Websites. Candor zeigt ihn nicht: Melden Sie sich dort nicht an.
hand-over-failed = Ihr Browser hat Candor eine Anmeldung übergeben, und sie konnte nicht abgeschlossen werden. { $problem }
sign-out-not-told = Hier sind Sie abgemeldet, aber dem Anmeldedienst { $issuer } konnte es nicht gesagt werden: Kein Unternehmen in Ihrer Liste benutzt ihn mehr. Falls Sie dort angemeldet waren, beenden Sie den Zugriff von Candor auf der Website des Unternehmens.
