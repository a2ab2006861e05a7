### The language of the window.

language-title = Language
language-why = What Candor says itself. What Companies write stays as they wrote it.
language-system = As this computer
