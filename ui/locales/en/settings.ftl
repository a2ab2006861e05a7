### The settings: what is kept, deleting, and blocking.

settings-title = Settings
storage-title = Where everything is kept
storage-why = All that was said, and all that is known of Companies, is in one folder on this computer and nowhere else. Secrets in it are sealed.
storage-folder = The folder
storage-total = All together
storage-database = Conversations and what is known of Companies
storage-pending = Written just now, to be added to them
storage-other = Other files of Candor
storage-loading = Measuring what is kept…
storage-companies-why = How much is kept of each. Deleting one deletes its conversations here; what the Company itself keeps is the Company’s.
storage-conversations =
    { $n ->
        [one] { $n } conversation
       *[other] { $n } conversations
    }
storage-messages =
    { $n ->
        [one] { $n } message
       *[other] { $n } messages
    }
leaving-title = Deleted, and still to be told
leaving-why = These Companies are deleted, but for what is needed to tell them that your account there is over. They could not be reached yet; Candor goes on trying.
leaving-since = Deleted { $when }
leaving-stop = Stop trying
leaving-stop-named = Stop trying to tell { $company }
leaving-stop-why = Then the last of it is deleted here, and the Company is not told: it holds you signed in until that runs out by itself. You can sign out on its own site.
everything-title = Delete everything
everything-why = As if Candor had never been used on this computer.
everything-delete = Delete everything…
company-end-title = Block or delete
company-end-why = Blocked, it is neither written to nor read from, and what was said stays here. Deleted, nothing of it stays here.
block = Block…
block-named = Block { $company }
block-ask = Block { $company }?
block-what = Nothing is sent to it any longer and nothing read from it, not even whether it still exists. A message that waits to be sent waits until you unblock it. What was said stays here to be read.
block-not = The Company is not told. What it keeps is the Company’s.
block-done = { $company } is blocked
unblock = Unblock…
unblock-named = Unblock { $company }
unblock-ask = Unblock { $company }?
unblock-what = Messages that wait are sent, and what the Company wrote meanwhile is read, as far as it still has it.
unblock-done = { $company } is not blocked any longer
blocked = Blocked
blocked-is = You blocked this Company: nothing is sent to it and nothing read from it.
blocked-here = You blocked this Company. What was said stays here to be read.
blocked-added = You blocked { $company } ({ $domain }) before. Until you unblock it, nothing is sent to it and nothing read from it.
blocked-added-read = Leave it blocked and read what was said
unblock-and-chat = Unblock it
delete = Delete…
delete-named = Delete { $company }
delete-conversation-ask = Delete this conversation with { $company }?
delete-conversation-goes = All its messages, notices and links go, with what you were writing and have not sent: from this computer, for good, and out of every file of Candor’s.
delete-conversation-yes = Delete the conversation
delete-company-ask = Delete { $company }?
delete-company-goes = All conversations with { $company } go, with what you have not sent, your being signed in, and all that is known of it: from this computer, for good, and out of every file of Candor’s.
delete-company-yes = Delete the Company
delete-everything-ask = Delete everything?
delete-everything-goes = All conversations with all Companies go, with your being signed in, your agent’s identity and its keys, and all settings: from this computer, for good, and the key out of the system’s keyring.
delete-everything-stays = What stays: what each Company keeps of its own; files you exported; the files of your identity that you published on a web site. Backups of this computer may hold older copies.
delete-everything-tell = Companies where you are signed in are told first that this is over. That may take some seconds.
delete-everything-yes = Delete everything
delete-stays = What { $company } keeps of what was said is the Company’s, and stays there. Files you exported stay, too, and backups of this computer may hold older copies.
delete-demo = The demo is built into Candor: it can be added again, and knows nothing of this then.
delete-no-way-back = This cannot be taken back.
delete-tell = Tell { $company } that you are signed out
delete-tell-why = Candor keeps what it needs for that until the Company has confirmed it. Otherwise the Company holds you signed in until that runs out by itself.
deleting = Deleting…
deleting-waits = The window waits until nothing of it is in any file. With many messages this can take a minute.
deleting-ended = It cannot be stopped half-way. Should Candor end meanwhile, it goes on with it at its next start.
deleted-conversation = The conversation is deleted
deleted-company = The Company is deleted
deleted-everything = Everything is deleted
deleted-to-tell = { $company } could not be told yet that you are signed out. Candor goes on trying.
deleted-to-tell-how = Until it is told, Settings lists it, where you can also stop it. Nothing else of it is kept.
deleted-everything-is = Candor is as it was at its first start.
deleted-key = The system’s keyring did not let go of Candor’s key. It opens nothing any longer; Candor asks again to remove it at its next start.
untold-title = Nothing is deleted yet
untold = You are signed out here, but this could not be told to: { $companies }.
untold-what = If everything is deleted now, they are never told: each holds you signed in until that runs out by itself. You can sign out on their own sites.
untold-wait = Or wait until they can be reached: Candor goes on telling them by itself.
untold-again = Try to tell them again
untold-yes = Delete everything all the same
info-more = List older ones
info-more-held = Older messages hold more notices or links, perhaps.
