### Searching what was said.

search = Search all conversations
search-hint = Search
search-end = End the search
search-where = Search in
search-everywhere = All conversations
search-in-company = All with { $company }
search-in-conversation = The conversation that was open
search-looking = Searching…
search-messages = Messages
search-you-to = You, to { $company }
search-count =
    { $n ->
        [one] { $n } message found
       *[other] { $n } messages found
    }
search-count-more =
    { $n ->
        [one] { $n } message found so far
       *[other] { $n } messages found so far
    }
search-none-short = Nothing found
search-none = Nothing has all the words of “{ $typed }”.
search-none-hint = Messages, their notices, and the titles and sites of their links are searched. Each word may be the beginning of one.
search-look-everywhere = Search all conversations
search-more = Show more
search-filling = Older messages are still being made searchable: { $done } of about { $total } so far.
search-again = Search again
