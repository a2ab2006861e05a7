### Die Einstellungen: was aufbewahrt wird, löschen und sperren.

settings-title = Einstellungen
storage-title = Wo alles aufbewahrt wird
storage-why = Alles Gesagte und alles, was über Unternehmen bekannt ist, liegt in einem Ordner auf diesem Computer und nirgends sonst. Geheimnisse darin sind versiegelt.
storage-folder = Der Ordner
storage-total = Alles zusammen
storage-database = Unterhaltungen und was über Unternehmen bekannt ist
storage-pending = Eben geschrieben, kommt noch dazu
storage-other = Andere Dateien von Candor
storage-loading = Es wird gemessen, was aufbewahrt wird …
storage-companies-why = Wie viel von jedem aufbewahrt wird. Wird eines gelöscht, werden hier seine Unterhaltungen gelöscht; was das Unternehmen selbst aufbewahrt, ist seine Sache.
storage-conversations =
    { $n ->
        [one] { $n } Unterhaltung
       *[other] { $n } Unterhaltungen
    }
storage-messages =
    { $n ->
        [one] { $n } Nachricht
       *[other] { $n } Nachrichten
    }
leaving-title = Gelöscht und noch zu benachrichtigen
leaving-why = Diese Unternehmen sind gelöscht, bis auf das, was nötig ist, um ihnen zu sagen, dass Ihr Konto dort beendet ist. Sie waren noch nicht erreichbar; Candor versucht es weiter.
leaving-since = Gelöscht { $when }
leaving-stop = Nicht weiter versuchen
leaving-stop-named = Nicht weiter versuchen, { $company } zu benachrichtigen
leaving-stop-why = Dann wird hier auch das Letzte davon gelöscht, und das Unternehmen erfährt nichts: Für es bleiben Sie angemeldet, bis das von selbst abläuft. Auf seiner eigenen Website können Sie sich abmelden.
everything-title = Alles löschen
everything-why = Als wäre Candor auf diesem Computer nie benutzt worden.
everything-delete = Alles löschen …
company-end-title = Sperren oder löschen
company-end-why = Gesperrt wird ihm nichts gesendet und nichts von ihm gelesen, und das Gesagte bleibt hier. Gelöscht bleibt hier nichts von ihm.
block = Sperren …
block-named = { $company } sperren
block-ask = { $company } sperren?
block-what = Ihm wird nichts mehr gesendet und nichts mehr von ihm gelesen, nicht einmal, ob es noch da ist. Eine Nachricht, die auf das Senden wartet, wartet, bis Sie es entsperren. Das Gesagte bleibt hier und kann gelesen werden.
block-not = Das Unternehmen erfährt davon nichts. Was es aufbewahrt, ist seine Sache.
block-done = { $company } ist gesperrt
unblock = Entsperren …
unblock-named = { $company } entsperren
unblock-ask = { $company } entsperren?
unblock-what = Wartende Nachrichten werden gesendet, und was das Unternehmen inzwischen geschrieben hat, wird gelesen, soweit es das noch hat.
unblock-done = { $company } ist nicht mehr gesperrt
blocked = Gesperrt
blocked-is = Sie haben dieses Unternehmen gesperrt: Ihm wird nichts gesendet und nichts von ihm gelesen.
blocked-here = Sie haben dieses Unternehmen gesperrt. Das Gesagte bleibt hier und kann gelesen werden.
blocked-added = Sie haben { $company } ({ $domain }) früher gesperrt. Bis Sie es entsperren, wird ihm nichts gesendet und nichts von ihm gelesen.
blocked-added-read = Gesperrt lassen und lesen, was gesagt wurde
unblock-and-chat = Entsperren
delete = Löschen …
delete-named = { $company } löschen
delete-conversation-ask = Diese Unterhaltung mit { $company } löschen?
delete-conversation-goes = Alle ihre Nachrichten, Hinweise und Links gehen, mit dem, was Sie geschrieben und nicht gesendet haben: von diesem Computer, für immer, und aus jeder Datei von Candor.
delete-conversation-yes = Unterhaltung löschen
delete-company-ask = { $company } löschen?
delete-company-goes = Alle Unterhaltungen mit { $company } gehen, mit dem, was Sie nicht gesendet haben, mit Ihrer Anmeldung und allem, was über das Unternehmen bekannt ist: von diesem Computer, für immer, und aus jeder Datei von Candor.
delete-company-yes = Unternehmen löschen
delete-everything-ask = Alles löschen?
delete-everything-goes = Alle Unterhaltungen mit allen Unternehmen gehen, mit Ihren Anmeldungen, der Identität Ihres Agenten und ihren Schlüsseln und allen Einstellungen: von diesem Computer, für immer, und der Schlüssel aus dem Schlüsselbund des Systems.
delete-everything-stays = Was bleibt: was jedes Unternehmen selbst aufbewahrt; Dateien, die Sie exportiert haben; die Dateien Ihrer Identität, die Sie auf einer Website veröffentlicht haben. Sicherungen dieses Computers können ältere Kopien enthalten.
delete-everything-tell = Unternehmen, bei denen Sie angemeldet sind, erfahren zuerst, dass das beendet ist. Das kann einige Sekunden dauern.
delete-everything-yes = Alles löschen
delete-stays = Was { $company } vom Gesagten aufbewahrt, ist Sache des Unternehmens und bleibt dort. Auch Dateien, die Sie exportiert haben, bleiben, und Sicherungen dieses Computers können ältere Kopien enthalten.
delete-demo = Die Demo ist in Candor eingebaut: Sie kann wieder hinzugefügt werden und weiß dann nichts mehr davon.
delete-no-way-back = Das lässt sich nicht zurücknehmen.
delete-tell = { $company } mitteilen, dass Sie abgemeldet sind
delete-tell-why = Was Candor dafür braucht, behält es, bis das Unternehmen es bestätigt hat. Sonst bleiben Sie für das Unternehmen angemeldet, bis das von selbst abläuft.
deleting = Wird gelöscht …
deleting-waits = Das Fenster wartet, bis nichts davon mehr in einer Datei steht. Bei vielen Nachrichten kann das eine Minute dauern.
deleting-ended = Es kann nicht auf halbem Weg angehalten werden. Sollte Candor inzwischen enden, macht es beim nächsten Start damit weiter.
deleted-conversation = Die Unterhaltung ist gelöscht
deleted-company = Das Unternehmen ist gelöscht
deleted-everything = Alles ist gelöscht
deleted-to-tell = { $company } konnte noch nicht mitgeteilt werden, dass Sie abgemeldet sind. Candor versucht es weiter.
deleted-to-tell-how = Bis es mitgeteilt ist, steht das Unternehmen in den Einstellungen; dort können Sie es auch beenden. Sonst wird nichts davon aufbewahrt.
deleted-everything-is = Candor ist wie beim ersten Start.
deleted-key = Der Schlüsselbund des Systems hat den Schlüssel von Candor nicht losgelassen. Er öffnet nichts mehr; beim nächsten Start bittet Candor noch einmal, ihn zu entfernen.
untold-title = Noch ist nichts gelöscht
untold = Hier sind Sie abgemeldet, aber das konnte nicht mitgeteilt werden: { $companies }.
untold-what = Wird jetzt alles gelöscht, erfahren sie es nie: Für jedes bleiben Sie angemeldet, bis das von selbst abläuft. Auf ihren eigenen Websites können Sie sich abmelden.
untold-wait = Oder warten Sie, bis sie erreichbar sind: Candor teilt es ihnen von selbst mit.
untold-again = Noch einmal versuchen
untold-yes = Trotzdem alles löschen
info-more = Ältere auflisten
info-more-held = Ältere Nachrichten enthalten vielleicht weitere Hinweise oder Links.
