### Die Sprache des Fensters.

language-title = Sprache
language-why = Was Candor selbst sagt. Was Unternehmen schreiben, bleibt, wie sie es geschrieben haben.
language-system = Wie dieser Computer
