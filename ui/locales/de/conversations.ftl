### Die Unterhaltungen mit einem Unternehmen, und was man mit einer tun kann.

conversations-button = Unterhaltungen
conversations-button-unread =
    { $n ->
        [one] Unterhaltungen, { $n } neue Nachricht in anderen
       *[other] Unterhaltungen, { $n } neue Nachrichten in anderen
    }
conversations-title = Unterhaltungen mit { $company }
conversations-none = Noch keine. Die, die Sie sehen, beginnt mit Ihrer ersten Nachricht.
conversations-no-words = Noch nichts gesagt
conversations-draft = Entwurf
conversations-direct = Direkt
conversations-closed = Beendet
conversations-current = Jetzt geöffnet
conversations-new = Neue Unterhaltung
conversations-close = Die geöffnete Unterhaltung beenden …
conversations-close-ask = Endgültig beenden? { $company } wird es erfahren. Sie können sie hier weiter lesen, aber nichts mehr darin schreiben.
conversations-close-unsent =
    { $n ->
        [one] Eine Ihrer Nachrichten darin wurde nicht gesendet und wird es auch nicht mehr.
       *[other] { $n } Ihrer Nachrichten darin wurden nicht gesendet und werden es auch nicht mehr.
    }
conversations-close-yes = Ja, beenden
conversations-closing = Wird beendet …
conversations-ask-person = Um einen Menschen bitten
conversations-asking = Wird gefragt …
conversations-under = Eine direkte Unterhaltung, mit Menschen von { $company } statt mit seinem Automaten.
conversations-waits = Sie sprechen in einer direkten Unterhaltung mit Menschen von { $company }. Diese hier wartet, bis jene beendet ist.
conversations-to-parent = Zu der, zu der sie gehört
conversations-talk-directly = Mit Menschen dort sprechen
