### What is said when the proxy this machine is set to use is at fault, and not the Company.

proxy-unreachable-sent = The proxy in this machine’s network settings cannot be reached, so nothing was sent to { $company }. Candor tries again by itself. If the settings are wrong, correct them and start Candor again.
proxy-unreachable-signed-in = The proxy in this machine’s network settings cannot be reached, so { $company } was not reached and nothing was signed in. Begin again when that is put right.
proxy-unreachable-asked = The proxy in this machine’s network settings cannot be reached, so { $company } was not reached and this was not done. Ask again when that is put right.
proxy-unreachable-looked = The proxy in this machine’s network settings cannot be reached, so { $url } could not be looked at from here. Check again when that is put right.
proxy-credentials-sent = The proxy in this machine’s network settings wants a user name and a password, or others than it got, so nothing was sent to { $company }. Correct the settings and start Candor again; what waits is sent then.
proxy-credentials-signed-in = The proxy in this machine’s network settings wants a user name and a password, or others than it got, so { $company } was not reached and nothing was signed in. Begin again when that is put right.
proxy-credentials-asked = The proxy in this machine’s network settings wants a user name and a password, or others than it got, so { $company } was not reached and this was not done. Ask again when that is put right.
proxy-credentials-looked = The proxy in this machine’s network settings wants a user name and a password, or others than it got, so { $url } could not be looked at from here. Check again when that is put right.
proxy-unusable-sent = This machine’s network settings name a proxy of a kind that Candor cannot use, so nothing was sent to { $company }. Correct the settings and start Candor again; what waits is sent then.
proxy-unusable-signed-in = This machine’s network settings name a proxy of a kind that Candor cannot use, so { $company } was not reached and nothing was signed in. Begin again when that is put right.
proxy-unusable-asked = This machine’s network settings name a proxy of a kind that Candor cannot use, so { $company } was not reached and this was not done. Ask again when that is put right.
proxy-unusable-looked = This machine’s network settings name a proxy of a kind that Candor cannot use, so { $url } could not be looked at from here. Check again when that is put right.
proxy-refused-sent = The proxy in this machine’s network settings made no connection, so nothing was sent to { $company }. Candor tries again by itself. If it stays so, ask whoever runs the proxy whether it lets the Company through.
proxy-refused-signed-in = The proxy in this machine’s network settings made no connection, so { $company } was not reached and nothing was signed in. Begin again when that is put right.
proxy-refused-asked = The proxy in this machine’s network settings made no connection, so { $company } was not reached and this was not done. Ask again when that is put right.
proxy-refused-looked = The proxy in this machine’s network settings made no connection, so { $url } could not be looked at from here. Check again when that is put right.
