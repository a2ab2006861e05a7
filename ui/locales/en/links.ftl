### Links as cards, and the question before one opens.

links = Links
link-count =
    { $n ->
        [one] { $n } link
       *[other] { $n } links
    }
on-site-of = On { $company }’s site
another-site = Another site
not-shown = This link cannot be opened.
reason-not-a-link-short = It is not a link
reason-not-a-link-full = What was sent is not the address of a web page.
reason-not-https-short = It is not a secure web page
reason-not-https-full = The address does not start with https, so it is no secure web page.
reason-disguised-short = Its address is written so that it misleads
reason-disguised-full = The address is written so that it looks like something else than where it leads.
reason-userinfo-short = Its address hides where it leads behind an @
reason-userinfo-full = The address has a name before an @ sign, which can hide where it really leads.
reason-bad-host-short = It names no possible site
reason-bad-host-full = The address names a site that cannot exist.
reason-private-address-short = It leads into a private network
reason-private-address-full = The address leads to your own computer or into a private network, not to a public site.
reason-too-long-short = Its address is too long
reason-too-long-full = The address is longer than any page needs.
reason-ip-address-short = A number instead of a name
reason-ip-address-full = The address is a number instead of a site’s name, so nobody can tell whose it is.
reason-unsupported-version-short = It is of a version that Candor does not know
reason-unsupported-version-full = The Company sends links of a version that this Candor does not know.
reason-unusual-port-short = Unusual port
reason-unusual-port-full = The address uses an unusual port. Public sites rarely do.
reason-international-name-short = Letters of another alphabet
reason-international-name-full = The name has letters outside plain English ones. Some look just like others.
reason-look-alike-short = Looks like another name
reason-look-alike-full = The name looks like that of another site, and may be made to be mistaken for it.
reason-bare-suffix-short = No site of its own
reason-bare-suffix-full = The name is an ending that many sites share, not a site of its own.
reason-shared-hosting-short = Shared hosting
reason-shared-hosting-full = Anybody can put pages under this name: it belongs to a hosting service.
reason-long-name-short = Unusually long name
reason-long-name-full = The name is unusually long, which can hide its end, the part that counts.
reason-title-names-another-site-short = Title names another site
reason-title-names-another-site-full = The link’s title names another site than the one it leads to.
copy-link = Copy link
ask-leads-to = { $company } ({ $domain }) sent this link. It leads to
ask-titled = The link is titled “{ $title }”, but leads to another site.
ask-called-it = { $company } calls it “{ $title }”.
ask-own = This is { $company }’s own site.
ask-not-own = This is not { $company }’s own site.
ask-address = The whole address
ask-open = Open { $domain }
ask-opened = { $domain } was handed to your browser
ask-failed = The link could not be looked at
ask-opening = Handing it to your browser…
ask-not-opened = The link was not opened.
ask-like = The name is made so that it can be mistaken for { $own }, the Company’s own site. It is another one.
ask-port = The address uses port { $port }. Public sites rarely use one of their own.
ask-refused = This link is not opened
