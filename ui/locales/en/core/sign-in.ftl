### What Candor’s core says about signing in and out.

sign-in-refused = { $company } did not accept this sign-in ({ $code }). Nothing was signed in; you can begin again.
sign-in-no-answer = { $company } does not answer, or this machine is offline. Nothing was signed in; begin again when it does.
sign-in-rate-limited = { $company } asks to wait a while. Nothing was signed in; begin again later.
sign-in-temporarily-unavailable = { $company } is out of order just now. Nothing was signed in; begin again later.
sign-in-account-mismatch = You signed in to another account at { $company } than before, and Candor’s session with it stays with the first one. Nothing was signed in; begin again with that account, or sign out first.
sign-in-key = This machine could not sign the request. Restart Candor and try again.
core-sign-in-not-offered = { $company } does not offer a way to sign in that Candor can use. That is the Company’s choice: you can sign in on its own site, but not for your agent.
sign-in-scopes = There is nothing in this sign-in that { $company } lets your agent be given, so it was not begun. That is the Company’s fault if it asked for it.
sign-in-interrupted = Candor was ended before you had signed in at { $company }, and the sign-in ended with it. Nothing was signed in. Begin it again here when you like; a code or page from before is of no use any more.
strange-link = { $company } gave a sign-in link that leads to { $host }, which is not one of its own sites. Candor does not show it: do not sign in there.
hand-over-failed = Your browser handed a sign-in over to Candor, and it could not be finished. { $problem }
sign-out-not-told = You are signed out here, but the sign-in service { $issuer } could not be told: no Company in your list uses it any longer. If you had signed in there, end Candor’s access on the Company’s own site.
