### Was über eine veröffentlichte Datei der Identität und ihren Inhalt gesagt wird.

published-not-published = Unter { $url } gibt es noch keine Datei. Legen Sie die Datei dorthin, die Candor exportiert hat, und prüfen Sie noch einmal.
published-redirect = { $url } führt anderswohin. Unternehmen folgen dem nicht: Die Datei muss unter genau dieser Adresse liegen, ohne Weiterleitung.
published-odd-status = Der Server unter { $url } gibt die Datei nicht heraus. Sehen Sie nach, ob alle sie lesen dürfen, und prüfen Sie noch einmal.
published-no-answer = Der Server unter { $url } antwortet nicht, oder dieser Computer ist offline. Versuchen Sie es später noch einmal.
published-insecure-connection = Es gibt keine sichere Verbindung zu { $url }. Das Zertifikat muss für alle gültig sein.
published-other = Die Datei unter { $url } ist nicht zu bekommen ({ $code }).
published-too-large = Sie ist größer als { $max } Byte; so viel lesen Unternehmen nicht.
published-not-json = Sie ist nicht als JSON lesbar: { $problem }.
published-no-object = Es muss ein JSON-Objekt sein, wie in der Datei, die Candor erstellt.
published-says = Da steht { $is }, und es muss { $must } dastehen.
published-missing = Es fehlt; es muss { $must } dastehen.
published-no-key = Dieser Schlüssel von Ihnen ist nicht veröffentlicht.
published-unknown-extension = Candor kennt diese Erweiterung nicht: Unternehmen würden Ihnen Dinge senden, die es nicht zeigt. Nehmen Sie sie heraus.
core-quoted = „{ $text }“
published-private-key = Das ist ein privater Schlüssel, und jeder kann ihn lesen. Nehmen Sie ihn sofort heraus, und benutzen Sie ihn nicht mehr.
published-strange-key = Dieser Schlüssel gehört nicht zu Ihrem Agenten: Wer ihn hat, kann im Namen Ihres Agenten sprechen. Nehmen Sie ihn heraus, wenn Sie nicht wissen, wessen er ist.
