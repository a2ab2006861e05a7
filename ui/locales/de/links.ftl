### Links als Karten, und die Frage, bevor sich einer öffnet.

links = Links
link-count =
    { $n ->
        [one] { $n } Link
       *[other] { $n } Links
    }
on-site-of = Auf der Website von { $company }
another-site = Andere Website
not-shown = Dieser Link kann nicht geöffnet werden.
reason-not-a-link-short = Das ist kein Link
reason-not-a-link-full = Was gesendet wurde, ist nicht die Adresse einer Webseite.
reason-not-https-short = Das ist keine sichere Webseite
reason-not-https-full = Die Adresse beginnt nicht mit https, ist also keine sichere Webseite.
reason-disguised-short = Seine Adresse ist irreführend geschrieben
reason-disguised-full = Die Adresse ist so geschrieben, dass sie nach etwas anderem aussieht als dem, wohin sie führt.
reason-userinfo-short = Seine Adresse verbirgt hinter einem @, wohin sie führt
reason-userinfo-full = Die Adresse hat einen Namen vor einem @-Zeichen; das kann verbergen, wohin sie wirklich führt.
reason-bad-host-short = Er nennt keine mögliche Website
reason-bad-host-full = Die Adresse nennt eine Website, die es nicht geben kann.
reason-private-address-short = Er führt in ein privates Netz
reason-private-address-full = Die Adresse führt zu Ihrem eigenen Computer oder in ein privates Netz, nicht zu einer öffentlichen Website.
reason-too-long-short = Seine Adresse ist zu lang
reason-too-long-full = Die Adresse ist länger, als irgendeine Seite es braucht.
reason-ip-address-short = Eine Zahl statt eines Namens
reason-ip-address-full = Die Adresse ist eine Zahl statt des Namens einer Website; niemand kann also erkennen, wem sie gehört.
reason-unsupported-version-short = Er ist von einer Version, die Candor nicht kennt
reason-unsupported-version-full = Das Unternehmen sendet Links einer Version, die dieses Candor nicht kennt.
reason-unusual-port-short = Ungewöhnlicher Port
reason-unusual-port-full = Die Adresse benutzt einen ungewöhnlichen Port. Öffentliche Websites tun das selten.
reason-international-name-short = Buchstaben eines anderen Alphabets
reason-international-name-full = Der Name enthält andere Buchstaben als die einfachen englischen. Manche sehen genau wie andere aus.
reason-look-alike-short = Sieht aus wie ein anderer Name
reason-look-alike-full = Der Name sieht aus wie der einer anderen Website und ist vielleicht gemacht, um mit ihr verwechselt zu werden.
reason-bare-suffix-short = Keine eigene Website
reason-bare-suffix-full = Der Name ist eine Endung, die sich viele Websites teilen, keine eigene Website.
reason-shared-hosting-short = Geteilter Webspace
reason-shared-hosting-full = Jeder kann unter diesem Namen Seiten ablegen: Er gehört einem Hosting-Dienst.
reason-long-name-short = Ungewöhnlich langer Name
reason-long-name-full = Der Name ist ungewöhnlich lang; das kann sein Ende verbergen, und das Ende zählt.
reason-title-names-another-site-short = Der Titel nennt eine andere Website
reason-title-names-another-site-full = Der Titel des Links nennt eine andere Website als die, zu der er führt.
copy-link = Link kopieren
ask-leads-to = { $company } ({ $domain }) hat diesen Link gesendet. Er führt zu
ask-titled = Der Titel des Links lautet „{ $title }“, er führt aber zu einer anderen Website.
ask-called-it = { $company } nennt ihn „{ $title }“.
ask-own = Das ist die eigene Website von { $company }.
ask-not-own = Das ist nicht die eigene Website von { $company }.
ask-address = Die ganze Adresse
ask-open = { $domain } öffnen
ask-opened = { $domain } wurde an Ihren Browser übergeben
ask-opening = Wird an Ihren Browser übergeben …
ask-like = Der Name ist so gemacht, dass man ihn mit { $own } verwechseln kann, der eigenen Website des Unternehmens. Er ist ein anderer.
ask-port = Die Adresse benutzt Port { $port }. Öffentliche Websites haben selten einen eigenen.
ask-failed = Der Link konnte nicht geprüft werden
ask-not-opened = Der Link wurde nicht geöffnet.
ask-refused = Dieser Link wird nicht geöffnet
