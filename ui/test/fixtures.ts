import type {
  CompanyItem,
  Conversation,
  ConversationItem,
  Delivery,
  Entry,
  EntryContent,
  IdentityView,
  LinkCard,
  MessageView,
  Overview,
  ScopeItem,
  SignIn,
  SignInAsk,
  SignInState,
  Writing,
  Standing,
} from "../src/lib/contract";

/** A Monday morning, 10:41 by the local clock. */
export const NOW = new Date(2026, 10, 30, 10, 41).getTime();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export function company(over: Partial<CompanyItem> = {}): CompanyItem {
  return {
    id: 1,
    domain: "trailhead.example",
    shown_domain: "trailhead.example",
    name: "Trailhead",
    demo: true,
    blocked: false,
    chat: true,
    needs_identity: false,
    version: "0.3",
    issuer: "https://auth.trailhead.example",
    verified_at: NOW - 20 * MINUTE,
    shared_extensions: ["links", "disclosures"],
    unread: 0,
    active_at: NOW,
    account: null,
    sign_in_methods: ["device"],
    sign_in: null,
    signing_out: false,
    limited_until: null,
    may_ask_now: false,
    ...over,
  };
}

export const COMPANIES: CompanyItem[] = [
  company(),
  company({
    id: 2,
    domain: "manzanita.example",
    shown_domain: "manzanita.example",
    name: "Manzanita Outfitters",
    demo: false,
    unread: 2,
  }),
  company({
    id: 3,
    domain: "riverside-pharmacy-cooperative.example",
    shown_domain: "riverside-pharmacy-cooperative.example",
    name: "Riverside Pharmacy Cooperative of the Lower Valley",
    demo: false,
    needs_identity: true,
  }),
  company({
    id: 4,
    domain: "xn--mgbh0fb.example",
    shown_domain: "مثال.example",
    name: "متجر المثال",
    demo: false,
    unread: 120,
  }),
];

export function overview(over: Partial<Overview> = {}): Overview {
  return {
    companies: COMPANIES,
    secrets: { state: "keyring" },
    network_hosts: [],
    clock: null,
    problem: null,
    version: "0.1.0",
    ...over,
  };
}

export function link(over: Partial<LinkCard> = {}): LinkCard {
  const domain = over.domain ?? "trailhead.example";
  return {
    verdict: "open",
    reasons: [],
    host: domain,
    shown: domain,
    domain,
    opens: `https://${domain}/`,
    relation: "company",
    title: null,
    front: "",
    strong: domain,
    source: `https://${domain}/`,
    port: null,
    resembles: null,
    sent: over.source ?? `https://${domain}/`,
    ...over,
  };
}

export function refused(over: Partial<LinkCard> = {}): LinkCard {
  return link({
    verdict: "refuse",
    reasons: ["not-https"],
    host: null,
    shown: null,
    domain: null,
    opens: null,
    relation: null,
    front: "",
    strong: "",
    source: "http://trailhead.example/setup.exe",
    ...over,
  });
}

export const TRACKING = link({
  title: "Tracking for order ord_7Hk2",
  host: "orders.trailhead.example",
  shown: "orders.trailhead.example",
  front: "orders.",
  opens: "https://orders.trailhead.example/ord_7Hk2/tracking",
  source: "https://orders.trailhead.example/ord_7Hk2/tracking",
});

export const PAY = link({
  verdict: "warn",
  reasons: ["title-names-another-site"],
  title: "Pay at paypal.com",
  domain: "trail-pay.example",
  relation: "other",
  opens: "https://trail-pay.example/checkout?order=ord_7Hk2&return=%2Fdone",
  source: "https://trail-pay.example/checkout?order=ord_7Hk2&return=/done",
});

export function view(over: Partial<MessageView> = {}): MessageView {
  return { author: "agent", text: null, disclosures: [], links: [], problems: [], ...over };
}

export function entry(id: number, content: EntryContent, over: Partial<Entry> = {}): Entry {
  return { id, position: id, at: NOW, content, ...over };
}

/** A message of the Company. */
export function theirs(id: number, over: Partial<MessageView> = {}, at = NOW): Entry {
  return entry(id, { kind: "message", view: view(over), delivery: null }, { at });
}

/** A message of the user. */
export function mine(
  id: number,
  text: string,
  delivery: Delivery = { state: "delivered" },
  at = NOW,
): Entry {
  return entry(id, { kind: "message", view: view({ author: "user", text }), delivery }, { at });
}

export function standing(over: Partial<Standing> = {}): Standing {
  return { phase: "idle", responder: "agent", trouble: null, ...over };
}

export function conversation(entries: Entry[], over: Partial<Conversation> = {}): Conversation {
  return {
    id: 7,
    company: 1,
    standing: standing(),
    draft: "",
    entries,
    has_older: false,
    first_unread: null,
    started_at: NOW,
    writing: [],
    parent: null,
    ...over,
  };
}

export const READ: ScopeItem = {
  scope: "orders.read",
  words: "See your orders and where they are",
};
export const WRITE: ScopeItem = { scope: "orders.write", words: "Change orders for you" };

/** What a sign-in card shows at first. */
export function ask(over: Partial<SignInAsk> = {}): SignInAsk {
  return {
    company: "Trailhead",
    company_domain: "trailhead.example",
    offers: [{ method: "device", scopes: [READ, WRITE], not_offered: [], ready: true }],
    ...over,
  };
}

/** A sign-in with the first Company, from its conversation. */
export function signIn(state: SignInState, over: Partial<SignIn> = {}): SignIn {
  return { company: 1, conversation: 7, method: "device", scopes: [READ, WRITE], state, ...over };
}

/** Sign-in states, each as it may come. */
export const WAITING = {
  state: "waiting",
  link: "https://auth.trailhead.example/device?user_code=WDJB-MJHT",
  link_host: "auth.trailhead.example",
  user_code: "WDJB-MJHT",
  expires_at: Date.now() + 9.5 * MINUTE,
} as const satisfies SignInState;
export const IN_BROWSER = {
  state: "waiting_browser",
  link: "https://auth.trailhead.example/authorize?client_id=https%3A%2F%2Fagents.fern.example%2Fme%2Fagent.json&state=Zk3&code_challenge=9Qd",
  link_host: "auth.trailhead.example",
  expires_at: Date.now() + 9.5 * MINUTE,
} as const satisfies SignInState;

/** A conversation in the list of a Company's. */
export function item(id: number, over: Partial<ConversationItem> = {}): ConversationItem {
  return {
    id,
    company: 1,
    phase: "idle",
    started_at: NOW - id * DAY,
    active_at: NOW - id * DAY,
    preview: "Do the trail bars have nuts in them? And has my jacket shipped?",
    unread: 0,
    draft: false,
    parent: null,
    ...over,
  };
}

export function writing(text: string, message_id = "msg_1"): Writing {
  return { message_id, text };
}

const SITE = "https://agents.fern.example";
export const KID = "0wVc3tYQkQ7l1mA9yB2xN5uE8rT4pZ6sJ7hG1fD3cKo";

/** An identity that was set up and not checked yet. */
export function identity(over: Partial<IdentityView> = {}): IdentityView {
  return {
    client_id: `${SITE}/me/agent.json`,
    name: "Ada’s Candor",
    keys: [{ kid: KID, made_at: NOW - 40 * DAY, role: "signing" }],
    files: [
      { file: "metadata", url: `${SITE}/me/agent.json`, path: "me/agent.json" },
      { file: "keys", url: `${SITE}/me/jwks.json`, path: "me/jwks.json" },
      { file: "callback", url: `${SITE}/me/callback.html`, path: "me/callback.html" },
    ],
    published: { state: "unknown" },
    rotation: "none",
    seen_by: [
      {
        company: 2,
        name: "Manzanita Outfitters",
        domain: "manzanita.example",
        client_id: `${SITE}/me/agent.json`,
        kid: KID,
        first_at: NOW - 30 * DAY,
        last_at: NOW,
      },
    ],
    ...over,
  };
}

/** Nothing was set up yet. */
export const NO_IDENTITY = identity({ client_id: null, name: "Candor", files: [], seen_by: [] });

export const ALLERGENS = "Contains peanuts. Made in a facility that also processes tree nuts.";

/** The drawing's own conversation. */
export const MAIN: Entry[] = [
  mine(1, "Do the trail bars have nuts in them? And has my jacket shipped?"),
  theirs(2, {
    disclosures: [{ text: ALLERGENS }],
    text: "The trail bar comes in boxes of 12 for $18. Your jacket shipped this morning and should arrive Thursday.",
    links: [TRACKING, PAY, refused({ title: "Open the setup file" })],
  }),
];

const LONG = "pneumonoultramicroscopicsilicovolcanoconiosis".repeat(4);

/** Everything that is long, turned, hostile or broken. */
export const HARD: Entry[] = [
  entry(1, { kind: "part_missing" }, { at: NOW - 2 * DAY }),
  theirs(
    2,
    {
      author: "unknown",
      text: "Hello. <b>This is not bold</b>, and [this](https://x.example) is no link.",
    },
    NOW - 2 * DAY,
  ),
  mine(3, "مرحبا، هل تتوفر هذه السترة باللون الأزرق؟", { state: "delivered" }, NOW - DAY),
  theirs(
    4,
    {
      author: "human",
      disclosures: [
        { text: "يحتوي على الفول السوداني.\nصنع في منشأة تعالج المكسرات." },
        { unreadable: '{ "txt": "Contains <script>alert(1)</script>", "n": [1, 2] }' },
        { text: `Notice from Candor: this is safe. ${LONG}` },
      ],
      text: `نعم، متوفرة باللون الأزرق.\n\nIn English: yes, in blue.\n${LONG}`,
      links: [
        link({
          verdict: "warn",
          reasons: ["international-name", "long-name", "look-alike"],
          title: "שלום, a title of more than one direction: مرحبا",
          host: "a.very.long.name.with.trailhead.example.in.it.evil-sounding-registrable-domain-name.example",
          shown:
            "a.very.long.name.with.trailhead.example.in.it.evil-sounding-registrable-domain-name.example",
          front: "a.very.long.name.with.trailhead.example.in.it.",
          strong: "evil-sounding-registrable-domain-name.example",
          domain: "evil-sounding-registrable-domain-name.example",
          relation: "other",
          opens: `https://a.very.long.name.with.trailhead.example.in.it.evil-sounding-registrable-domain-name.example/${"segment/".repeat(30)}?q=%D7%A9%D7%9C%D7%95%D7%9D`,
          source: "https://a.very.long.name…",
        }),
        link({ domain: "manzanita.example", strong: "manzanita.example", relation: "other" }),
        refused({ reasons: ["disguised"], title: null }),
      ],
      problems: [
        "The Company lists another version of links than Candor knows, so they are not shown.",
      ],
    },
    NOW - DAY,
  ),
  entry(5, {
    kind: "unreadable",
    problem: "Its “role” is missing, which the Company must send.",
    raw: '{"id":"msg_1","text":"?"}',
  }),
  entry(6, { kind: "responder", responder: "human" }),
  entry(7, {
    kind: "sign_in",
    error: "sign_in_required",
    scope: "orders.read orders.write",
    ask: ask(),
  }),
  entry(8, { kind: "user_requested", reason: "We need to know which size you want." }),
  mine(9, "Waiting", { state: "queued" }),
  mine(10, "On its way", { state: "sending" }),
  mine(11, "Perhaps there", { state: "unconfirmed" }),
  mine(12, "This did not go out", {
    state: "failed",
    code: "message-refused",
    message:
      "Trailhead refused this message: it is longer than it accepts. Shorten it and send it again.",
    leads_to: null,
  }),
  entry(13, { kind: "direct", opened: true, conversation: 8 }),
];

/** A message with more links than are shown at first. */
export function manyLinks(id: number, count: number): Entry {
  return theirs(id, {
    text: "Here they all are.",
    links: Array.from({ length: count }, (_, index) => link({ title: `Page ${index + 1}` })),
  });
}
