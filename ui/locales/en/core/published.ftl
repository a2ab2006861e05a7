### What is said of a published file of the identity, and of things in it.

published-not-published = There is no file at { $url } yet. Put the file that Candor exported there, and check again.
published-redirect = { $url } leads somewhere else. Companies do not follow that: the file must be at this very address, with no redirect.
published-odd-status = The server at { $url } does not give the file. See whether everybody may read it, and check again.
published-no-answer = The server at { $url } does not answer, or this machine is offline. Try again later.
published-insecure-connection = There is no secure connection to { $url }. Its certificate must be good for everybody.
published-other = The file at { $url } cannot be had ({ $code }).
published-too-large = It is larger than { $max } bytes, which Companies do not read.
published-not-json = It cannot be read as JSON: { $problem }.
published-no-object = It must be a JSON object, as in the file that Candor makes.
published-says = It says { $is }, and must say { $must }.
published-missing = It is missing; it must say { $must }.
published-no-key = This key of yours is not published.
published-unknown-extension = Candor does not know this extension: Companies would send you things that it does not show. Take it out.
core-quoted = “{ $text }”
published-private-key = This is a private key, and everybody can read it. Take it out at once and do not use it any longer.
published-strange-key = This key is not one of your agent’s: whoever has it can speak in your agent’s name. Take it out, unless you know whose it is.
