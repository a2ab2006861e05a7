### What is said when what a person asked for cannot be done.

error-domain-empty = Type the Company’s domain, such as shop.example.
error-domain-not-a-domain = This is not a domain name: it should look like shop.example.
error-domain-email = This is an e-mail address: type only what comes after its @.
error-domain-one-word = The ending is missing: a domain looks like shop.com or shop.example.
error-domain-scheme = Type only the domain, without what comes before ://.
error-domain-address = This is an IP address: a Company is known by its domain name.

error-net-not-https = The address of { $host } is not an https:// one, so it is not used.
error-net-no-address = The host { $host } cannot be found: check the spelling, and that this machine is online.
error-net-private-address = The host { $host } is at an address that is not on the public internet, so it is not contacted.
error-net-connect = Could not connect to { $host }: check that this machine is online, or try again later.
error-net-tls = The host { $host } could not prove who it is, so nothing was sent to it.
error-net-timeout = The host { $host } did not answer in time: try again later.
error-net-cut = The connection to { $host } broke off: try again.
error-net-too-large = The host { $host } sent an answer that is too large to be read: the Company must correct it.
error-net-setup = This machine cannot make secure connections: { $problem }.
error-proxy-unreachable = The proxy { $proxy } cannot be reached, so nothing was sent to { $host }: check this machine’s proxy settings, and whether the proxy is running.
error-proxy-credentials = The proxy { $proxy } wants a user name and a password, so nothing was sent to { $host }: set them in this machine’s proxy settings, as in HTTPS_PROXY=http://user:password@proxy:port.
error-proxy-refused = The proxy { $proxy } did not connect to { $host }, so nothing was sent: try again later, and ask whoever runs the proxy whether it lets { $host } through.
error-proxy-late = The proxy { $proxy } did not connect to { $host } in time, so nothing was sent: try again later, and ask whoever runs the proxy if it stays so.
error-proxy-unusable = The proxy settings of this machine ({ $proxy }) name no proxy that can be used, so nothing was sent to { $host }: it must be an http:// or https:// one, not a SOCKS one, with an @ in its credentials written as %40; correct the settings, or name { $host } in NO_PROXY to go without the proxy.

error-found-no-company = The host { $host } has no Company that speaks this protocol (status { $status }).
error-found-out-of-order = The host { $host } is out of order (status { $status }): try again later.
error-found-status = The host { $host } does not give out its poppy.json or metadata (status { $status }).
error-found-redirects = The host { $host } redirects too often or nowhere: the Company must correct its site.
error-found-insecure-redirect = The host { $host } redirects to an address that is not secure: the Company must correct its site.
error-found-poppy = The Company’s poppy.json cannot be used: { $problem }.
error-found-issuer = The Company’s sign-in service cannot be used: in its metadata, { $problem }.
error-found-domain-mismatch = The host { $host } says it is “{ $claims }”, so it cannot be told who it is: the Company must correct its poppy.json.
error-found-issuer-mismatch = The sign-in service says it is “{ $claims }”, but the Company names “{ $issuer }”: the Company must correct one of them.
error-found-domain-not-served = The sign-in service “{ $issuer }” does not name { $domain } as its own, so it is not known to belong to the Company.

error-folder = The folder { $path } cannot be used: { $problem }.
error-network-file = The network file { $path } cannot be used: { $problem }.
error-in-use = Another Candor is using the folder { $path } just now: close it first, or name another folder.
error-newer-store = The messages kept here were written by a newer version of Candor (store version { $found }, and this one knows versions up to { $known }): nothing was changed; start the newer version.
error-store = The messages kept on this machine cannot be read or written: { $problem }.
error-no-identity = This Company asks who your agent is, and you have not published its identity yet: set it up first.
error-client-id-not-https = This cannot be the address of your agent’s identity: it must be an https:// address on a domain you own.
error-client-id-shape = This cannot be the address of your agent’s identity: it must name a file, such as https://you.example/agent.json, with nothing after it.
error-client-id-too-long = This cannot be the address of your agent’s identity: it must be at most 120 characters long.
error-export = { $path } cannot be written: { $problem }.
error-not-found-conversation = There is no such conversation any longer.
error-not-found-message = There is no such message any longer.
error-not-found-link = There is no such link any longer.
error-not-found-other = There is no such thing any longer.
error-empty-message = Write something first: this message is empty.
error-message-too-long = This message is about { $over } characters too long: send it in parts.
error-closed = This conversation is over: start a new one to go on.
error-not-begun = Write something first: the Company does not know of this conversation yet.
error-not-failed = This message did not fail: there is nothing to try again.
error-no-chat = This Company has no chat that Candor can use: that is the Company’s choice.
error-blocked = You blocked this Company: unblock it to go on.
error-key = This machine cannot make or use the keys your agent signs with.
error-not-a-language = This is no language that Candor knows how to name.
error-closing = Candor is closing.

error-link-refused = Candor does not open this link.
error-no-browser = No browser could be started on this computer. Copy the address and open it in one yourself.
error-no-data-folder = The system names no folder for Candor’s data: { $problem }
choose-folder-for-identity = Choose where to put the folder with your agent’s files
