### Was gesagt wird, wenn nicht geht, was jemand wollte.

error-domain-empty = Geben Sie die Domain des Unternehmens ein, zum Beispiel shop.example.
error-domain-not-a-domain = Das ist kein Domainname: Er sollte aussehen wie shop.example.
error-domain-email = Das ist eine E-Mail-Adresse: Geben Sie nur ein, was nach dem @ kommt.
error-domain-one-word = Die Endung fehlt: Eine Domain sieht aus wie shop.com oder shop.example.
error-domain-scheme = Geben Sie nur die Domain ein, ohne das, was vor :// steht.
error-domain-address = Das ist eine IP-Adresse: Ein Unternehmen kennt man an seinem Domainnamen.

error-net-not-https = Die Adresse von { $host } beginnt nicht mit https:// und wird deshalb nicht benutzt.
error-net-no-address = Der Host { $host } ist nicht zu finden: Prüfen Sie die Schreibweise, und ob dieser Computer online ist.
error-net-private-address = Der Host { $host } hat eine Adresse, die nicht im öffentlichen Internet liegt; er wird deshalb nicht angesprochen.
error-net-connect = Keine Verbindung zu { $host }: Prüfen Sie, ob dieser Computer online ist, oder versuchen Sie es später noch einmal.
error-net-tls = Der Host { $host } konnte nicht beweisen, wer er ist; ihm wurde also nichts gesendet.
error-net-timeout = Der Host { $host } hat nicht rechtzeitig geantwortet: Versuchen Sie es später noch einmal.
error-net-cut = Die Verbindung zu { $host } ist abgebrochen: Versuchen Sie es noch einmal.
error-net-too-large = Der Host { $host } hat eine Antwort gesendet, die zu groß ist, um gelesen zu werden: Das Unternehmen muss das berichtigen.
error-net-setup = Dieser Computer kann keine sicheren Verbindungen herstellen: { $problem }.
error-proxy-unreachable = Der Proxy { $proxy } ist nicht erreichbar; an { $host } wurde also nichts gesendet: Prüfen Sie die Proxy-Einstellungen dieses Computers, und ob der Proxy läuft.
error-proxy-credentials = Der Proxy { $proxy } verlangt einen Benutzernamen und ein Passwort; an { $host } wurde also nichts gesendet: Tragen Sie sie in die Proxy-Einstellungen dieses Computers ein, wie in HTTPS_PROXY=http://user:password@proxy:port.
error-proxy-refused = Der Proxy { $proxy } hat keine Verbindung zu { $host } hergestellt; es wurde also nichts gesendet: Versuchen Sie es später noch einmal, und fragen Sie, wer den Proxy betreibt, ob er { $host } durchlässt.
error-proxy-late = Der Proxy { $proxy } hat nicht rechtzeitig eine Verbindung zu { $host } hergestellt; es wurde also nichts gesendet: Versuchen Sie es später noch einmal, und fragen Sie, wer den Proxy betreibt, wenn es so bleibt.
error-proxy-unusable = Die Proxy-Einstellungen dieses Computers ({ $proxy }) nennen keinen brauchbaren Proxy; an { $host } wurde also nichts gesendet: Er muss mit http:// oder https:// beginnen, darf kein SOCKS-Proxy sein, und ein @ in seinen Zugangsdaten wird %40 geschrieben; berichtigen Sie die Einstellungen, oder nennen Sie { $host } in NO_PROXY, um ohne Proxy hinzugehen.

error-found-no-company = Der Host { $host } hat kein Unternehmen, das dieses Protokoll spricht (Status { $status }).
error-found-out-of-order = Der Host { $host } ist außer Betrieb (Status { $status }): Versuchen Sie es später noch einmal.
error-found-status = Der Host { $host } gibt seine poppy.json oder seine Metadaten nicht heraus (Status { $status }).
error-found-redirects = Der Host { $host } leitet zu oft oder ins Leere weiter: Das Unternehmen muss seine Website berichtigen.
error-found-insecure-redirect = Der Host { $host } leitet an eine Adresse weiter, die nicht sicher ist: Das Unternehmen muss seine Website berichtigen.
error-found-poppy = Die poppy.json des Unternehmens ist nicht zu gebrauchen: { $problem }.
error-found-issuer = Der Anmeldedienst des Unternehmens ist nicht zu gebrauchen: in seinen Metadaten, { $problem }.
error-found-domain-mismatch = Der Host { $host } sagt, er sei „{ $claims }“; man kann also nicht sagen, wer er ist: Das Unternehmen muss seine poppy.json berichtigen.
error-found-issuer-mismatch = Der Anmeldedienst sagt, er sei „{ $claims }“, aber das Unternehmen nennt „{ $issuer }“: Das Unternehmen muss eines von beiden berichtigen.
error-found-domain-not-served = Der Anmeldedienst „{ $issuer }“ nennt { $domain } nicht als seine eigene Domain; es ist also nicht bekannt, ob er zum Unternehmen gehört.

error-folder = Der Ordner { $path } ist nicht zu gebrauchen: { $problem }.
error-network-file = Die Netzwerkdatei { $path } ist nicht zu gebrauchen: { $problem }.
error-in-use = Ein anderes Candor benutzt den Ordner { $path } gerade: Schließen Sie es zuerst, oder nennen Sie einen anderen Ordner.
error-newer-store = Die Nachrichten hier wurden von einer neueren Version von Candor geschrieben (Speicherversion { $found }, und diese hier kennt Versionen bis { $known }): Nichts wurde geändert; starten Sie die neuere Version.
error-store = Die Nachrichten auf diesem Computer können nicht gelesen oder geschrieben werden: { $problem }.
error-no-identity = Dieses Unternehmen fragt, wer Ihr Agent ist, und Sie haben seine Identität noch nicht veröffentlicht: Richten Sie sie zuerst ein.
error-client-id-not-https = Das kann nicht die Adresse der Identität Ihres Agenten sein: Es muss eine Adresse mit https:// auf einer Domain sein, die Ihnen gehört.
error-client-id-shape = Das kann nicht die Adresse der Identität Ihres Agenten sein: Sie muss eine Datei nennen, wie https://you.example/agent.json, und danach darf nichts kommen.
error-client-id-too-long = Das kann nicht die Adresse der Identität Ihres Agenten sein: Sie darf höchstens 120 Zeichen lang sein.
error-export = { $path } kann nicht geschrieben werden: { $problem }.
error-not-found-conversation = Diese Unterhaltung gibt es nicht mehr.
error-not-found-message = Diese Nachricht gibt es nicht mehr.
error-not-found-link = Diesen Link gibt es nicht mehr.
error-not-found-other = Das gibt es nicht mehr.
error-empty-message = Schreiben Sie zuerst etwas: Diese Nachricht ist leer.
error-message-too-long = Diese Nachricht ist etwa { $over } Zeichen zu lang: Senden Sie sie in Teilen.
error-closed = Diese Unterhaltung ist beendet: Beginnen Sie eine neue, um weiterzumachen.
error-not-begun = Schreiben Sie zuerst etwas: Das Unternehmen weiß noch nichts von dieser Unterhaltung.
error-not-failed = Diese Nachricht ist nicht gescheitert: Es gibt nichts noch einmal zu versuchen.
error-no-chat = Dieses Unternehmen hat keinen Chat, den Candor benutzen kann: So hat es das Unternehmen gewählt.
error-blocked = Sie haben dieses Unternehmen blockiert: Heben Sie das auf, um weiterzumachen.
error-key = Dieser Computer kann die Schlüssel nicht erstellen oder benutzen, mit denen Ihr Agent unterschreibt.
error-not-a-language = Das ist keine Sprache, die Candor nennen könnte.
error-closing = Candor wird geschlossen.

error-link-refused = Candor öffnet diesen Link nicht.
error-no-browser = Auf diesem Computer konnte kein Browser gestartet werden. Kopieren Sie die Adresse, und öffnen Sie sie selbst in einem.
error-no-data-folder = Das System nennt keinen Ordner für die Daten von Candor: { $problem }
choose-folder-for-identity = Wählen Sie, wohin der Ordner mit den Dateien Ihres Agenten soll
