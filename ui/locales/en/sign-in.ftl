### Signing in at a Company.

sign-in-asked = { $company } asks you to sign in
sign-in-title = Sign-in
sign-in-required = It cannot go on with this until you are signed in.
sign-in-more-needed = It needs more permissions than your sign-in gave it.
sign-in-older = It asked again further down.
sign-in-yourself = You sign in yourself, on a page of { $company }’s in your browser. Candor never sees your password.
sign-in-no-way = { $company } offers no way to sign in that Candor knows, so this cannot be done here. That is the Company’s choice.
sign-in-asks = What your agent could do there, in { $company }’s words
sign-in-no-words = It does not say what this means
sign-in-nothing = There is nothing here that your agent could be given, so there is nothing to begin.
sign-in-not-offered = It also asked for this, but does not offer it to agents, so it is not asked of you:
sign-in-tick = Tick at least one thing that your agent may do.
sign-in-how = How
sign-in-method-device = With a code
sign-in-method-direct = In your browser, and back
sign-in-method-how-device = The page opens in your browser, here or on your phone, and asks for a code shown here.
sign-in-method-how-direct = The page opens in your browser, which then leads back to Candor.
sign-in-not-ready = This way needs a published identity, which your agent does not have yet.
sign-in-then-ask = Then ask again: “{ $text }”
sign-in-then-sent = Once you are signed in, “{ $text }” is sent by itself.
sign-in-begin = Begin sign-in
sign-in-sign-in = Sign in…
sign-in-not-now = Not now
sign-in-cancel = Cancel sign-in
sign-in-again = Begin again
sign-in-done = Done
sign-in-put-away = Close
sign-in-anew = Sign in again…
sign-in-elsewhere = A sign-in is under way already. It goes on where it was begun.
sign-in-in-chat = The sign-in goes on in the chat.
sign-in-go-there = Go there
sign-in-ended = See the sign-in
sign-in-starting = Asking { $company } to begin…
sign-in-finishing = Finishing the sign-in with { $company }…
sign-in-step-open = Open the page
sign-in-page-of = Sign-in page of { $company }
sign-in-open = Open { $host } in your browser
sign-in-opened = { $host } was handed to your browser
sign-in-step-code = See that it shows this code, or type it there
sign-in-code = Code
sign-in-waiting = Waiting for you to sign in there
sign-in-left =
    { $minutes ->
        [one] { $minutes } minute left
       *[other] { $minutes } minutes left
    }
sign-in-left-seconds =
    { $seconds ->
        [one] { $seconds } second left
       *[other] { $seconds } seconds left
    }
sign-in-over = the time is over
sign-in-step-back = Sign in there. Your browser then leads back here by itself
sign-in-paste = If it does not, paste the address of the page you ended on
sign-in-paste-hint = https://…
sign-in-paste-empty = Paste the address first.
sign-in-pasted-again = Tried again at { $time }, with the same outcome.
sign-in-copy-address = Copy address
sign-in-handing = Handing it to your browser…
sign-in-finish = Go on
sign-in-approved = You are signed in at { $company }.
sign-in-granted = What your agent may do there now, in { $company }’s words
sign-in-granted-nothing = It granted nothing of what was asked for.
sign-in-missing = Asked for, and not granted
sign-in-denied = The sign-in was refused on { $company }’s page. Nothing was signed in, and nothing was shared.
sign-in-expired = The time for this sign-in ran out before it was finished. Nothing was signed in, and nothing was shared.
sign-in-failed = The sign-in did not work.
sign-in-settled = You are signed in at { $company }, with all that is asked for here.
sign-in-news-code = Sign-in with { $company }: open { $host }. The code is { $code }
sign-in-news-browser = Sign-in with { $company }: open { $host }
sign-in-signed-out = You are not signed in.
sign-in-account = Signed in as a customer of { $company } since { $since }.
sign-in-may = What your agent may do there, in { $company }’s words
sign-in-may-nothing = It names nothing that your agent may do.
sign-in-sign-out = Sign out
sign-in-sign-out-ask = Sign out of { $company }? Candor forgets the sign-in at once and tells { $company } to end it. Your conversations stay.
sign-in-sign-out-yes = Yes, sign out
sign-in-signing-out = Signed out here. { $company } has not confirmed it yet; Candor goes on telling it.
sign-in-no-methods = It offers no sign-in that Candor knows.
