import type { CompanyItem, Entry, IdentityView, SignIn, SignInAsk } from "../../src/lib/contract";
import { type Answers, FakeCore, report } from "../fake";
import {
  ask,
  COMPANIES,
  company,
  conversation,
  entry,
  HARD,
  identity,
  IN_BROWSER,
  item,
  KID,
  MAIN,
  manyLinks,
  mine,
  NO_IDENTITY,
  NOW,
  overview,
  READ,
  signIn,
  standing,
  theirs,
  WAITING,
  WRITE,
  writing,
} from "../fixtures";

/** Presses what a person would press; given as the words on it. */
export type Scene = { core: () => FakeCore; press?: readonly string[] };

const chat = (entries: Entry[], over: Parameters<typeof conversation>[1] = {}): FakeCore =>
  new FakeCore({ overview: overview(), conversation: conversation(entries, over) });

const never = (): Promise<never> => new Promise(() => undefined);

/** The first Company as it is `over`, with these entries. */
const at = (over: Partial<CompanyItem>, entries: Entry[] = MAIN, more: Partial<Answers> = {}) =>
  new FakeCore({
    overview: overview({ companies: [company(over), ...COMPANIES.slice(1)] }),
    conversation: conversation(entries),
    context: CONTEXT_OFF,
    ask: ask(),
    ...more,
  });

const CONTEXT_OFF: Answers["context"] = {
  choice: { locale: false, time_zone: false, availability: false },
  locale: "en-GB",
  time_zone: "Europe/Paris",
  will_send: null,
};
const CONTEXT_ON: Answers["context"] = {
  ...CONTEXT_OFF,
  choice: { locale: true, time_zone: true, availability: false },
  will_send: '{"locale":"en-GB","time_zone":"Europe/Paris"}',
};

const ASKED: Entry[] = [
  mine(1, "Where is my order ord_7Hk2, and can it go to another address?"),
  entry(2, { kind: "sign_in", error: "sign_in_required", scope: "orders.read", ask: ask() }),
];
const asked = (over: Partial<SignInAsk>, error = "sign_in_required"): Entry[] => [
  mine(1, "Where is my order ord_7Hk2, and can it go to another address?"),
  entry(2, { kind: "sign_in", error, scope: null, ask: ask(over) }),
];
const BOTH_WAYS: Partial<SignInAsk> = {
  offers: [
    {
      method: "device",
      scopes: [READ],
      not_offered: [{ scope: "payment_methods.write", words: null }],
      ready: true,
    },
    { method: "direct", scopes: [READ, WRITE], not_offered: [], ready: false },
  ],
};
const signing = (state: SignIn["state"], over: Partial<SignIn> = {}): FakeCore =>
  at({ sign_in: signIn(state, over) }, ASKED);

const me = (view: IdentityView, more: Partial<Answers> = {}): FakeCore =>
  at({}, MAIN, { identity: view, ...more });
const IDENTITY = ["Your agent’s identity"];

/** The states worth looking at. */
export const SCENES: Record<string, Scene> = {
  main: { core: () => chat(MAIN) },
  known: { core: () => chat(MAIN), press: ["What is known"] },
  warn: { core: () => chat(MAIN), press: ["trail-pay.example"] },
  open: { core: () => chat(MAIN), press: ["orders.trailhead.example"] },
  hard: { core: () => chat(HARD, { standing: standing({ phase: "queued", responder: "human" }) }) },
  "hard-known": { core: () => chat(HARD), press: ["What is known"] },
  "hard-dialog": { core: () => chat(HARD), press: ["evil-sounding"] },
  many: { core: () => chat([...MAIN.slice(0, 1), manyLinks(2, 32)]) },
  long: {
    core: () =>
      chat(
        Array.from({ length: 60 }, (_, n) =>
          n % 2 ? theirs(n, { text: `Answer ${n}` }) : mine(n, `Question ${n}`),
        ),
        { has_older: true, standing: standing({ phase: "working" }) },
      ),
  },
  welcome: {
    core: () =>
      new FakeCore({
        overview: overview({ companies: [company({ active_at: null })] }),
        conversation: conversation([]),
      }),
  },
  empty: {
    core: () => chat([], { standing: standing({ phase: "fresh", responder: null }) }),
  },
  closed: { core: () => chat(MAIN, { standing: standing({ phase: "closed" }) }) },
  identity: {
    core: () =>
      new FakeCore({
        overview: overview({
          companies: [company({ needs_identity: true, demo: false }), ...COMPANIES.slice(1)],
        }),
        conversation: conversation([]),
      }),
  },
  trouble: {
    core: () => {
      const core = new FakeCore({
        overview: overview({
          network_hosts: ["trailhead.test", "peer.test"],
          secrets: {
            state: "unavailable",
            code: "keyring-locked",
            message:
              "The system’s keyring is locked, so Candor cannot reach the key that its secrets are sealed with. Unlock it, then try again.",
          },
        }),
        conversation: conversation(MAIN, {
          draft: "A draft of\nseveral lines",
          standing: standing({
            trouble: {
              code: "offline",
              message: "trailhead.example cannot be reached. Is this computer online?",
              retry_at: Date.now() + 12_000,
              leads_to: null,
            },
          }),
        }),
      });
      core.instead.sendMessage = () => {
        throw report("too-long", "This message is too long for Trailhead.");
      };
      return core;
    },
    press: ["Send"],
  },
  writing: {
    core: () =>
      new FakeCore({
        overview: overview(),
        conversation: conversation([...MAIN.slice(0, 1)], {
          standing: standing({ phase: "working" }),
          writing: [writing("The trail bar comes in boxes of 12 for $18. Your jacket shi")],
        }),
      }),
  },
  "sign-in": { core: () => at({}, ASKED) },
  "sign-in-ways": { core: () => at({}, asked(BOTH_WAYS, "insufficient_scope")) },
  "sign-in-none": { core: () => at({}, asked({ offers: [] })) },
  "sign-in-starting": { core: () => signing({ state: "starting" }) },
  "sign-in-waiting": { core: () => signing(WAITING) },
  "sign-in-browser": { core: () => signing(IN_BROWSER, { method: "direct" }) },
  "sign-in-paste": {
    core: () => {
      const core = signing(IN_BROWSER, { method: "direct" });
      core.instead.finishDirect = () => {
        throw report(
          "sign-in-answer-unreadable",
          "This is not the address that a sign-in ends on. Copy all of it from the top of your browser.",
        );
      };
      return core;
    },
    press: ["Go on"],
  },
  "sign-in-approved": {
    core: () => signing({ state: "approved", granted: [READ], missing: [WRITE] }),
  },
  "sign-in-denied": { core: () => signing({ state: "denied" }) },
  "sign-in-expired": { core: () => signing({ state: "expired" }) },
  "sign-in-failed": {
    core: () =>
      signing({
        state: "failed",
        code: "sign-in-strange-link",
        message:
          "Trailhead gave a sign-in link that leads to trail-head.test, which is not one of its own sites. Candor does not show it: do not sign in there.",
      }),
  },
  "sign-in-panel": { core: () => at({}), press: ["What is known", "Sign in…"] },
  account: {
    core: () => at({ account: { since: NOW, scopes: [READ, WRITE] } }, ASKED),
    press: ["What is known", "Sign out"],
  },
  "signing-out": { core: () => at({ signing_out: true }), press: ["What is known"] },
  context: {
    core: () => at({}, MAIN, { context: CONTEXT_ON }),
    press: ["What is known"],
  },
  conversations: {
    core: () =>
      at({}, MAIN, {
        list: [
          item(7, { started_at: NOW, active_at: NOW }),
          item(2, { parent: 7, preview: "مرحبا، هل تتوفر هذه السترة باللون الأزرق؟", unread: 2 }),
          item(3, { phase: "closed", preview: null }),
        ],
      }),
    press: ["Conversations, 2 new messages in others"],
  },
  "close-conversation": {
    core: () => at({}, MAIN, { list: [item(7)] }),
    press: ["Conversations", "Close this conversation"],
  },
  "ask-failed": {
    core: () => {
      const core = at({});
      core.instead.handOff = () => {
        throw report(
          "temporarily_unavailable",
          "Trailhead is out of order just now. Candor tries again by itself.",
        );
      };
      return core;
    },
    press: ["Ask for a person"],
  },
  queued: {
    core: () =>
      chat([...MAIN, entry(9, { kind: "responder", responder: "human" })], {
        standing: standing({ phase: "queued", responder: null }),
      }),
  },
  direct: {
    core: () =>
      chat(
        [
          ...MAIN.slice(0, 1),
          entry(3, { kind: "user_requested", reason: "We need to know which size you want." }),
          entry(4, { kind: "direct", opened: true, conversation: 8 }),
          mine(5, "Size M", {
            state: "failed",
            code: "direct_conversation_open",
            message:
              "Trailhead has a conversation between you and its people open, and goes on there. Go to that one, or close it first.",
            leads_to: 8,
          }),
        ],
        {},
      ),
  },
  "direct-itself": { core: () => chat(MAIN, { parent: 6 }) },
  limited: {
    core: () =>
      at({ limited_until: Date.now() + 150_000 }, [
        ...MAIN,
        mine(5, "And in blue?", { state: "queued" }),
      ]),
  },
  clock: {
    core: () =>
      new FakeCore({
        overview: overview({
          clock: {
            seconds: 7300,
            companies: ["Trailhead"],
            message:
              "This computer’s clock is about 2 hours behind the clock of Trailhead. One of the two is wrong: look at the date and time in your system’s settings. Chats go on meanwhile.",
          },
        }),
        conversation: conversation(MAIN),
      }),
  },
  me: { core: () => me(NO_IDENTITY), press: IDENTITY },
  "me-refused": {
    core: () => {
      const core = me(NO_IDENTITY);
      core.instead.changeIdentity = () => {
        throw report(
          "bad-client-id",
          "The address must begin with https:// and end in a file’s name, such as https://your.site/agent.json.",
        );
      };
      return core;
    },
    press: [...IDENTITY, "Save"],
  },
  "me-written": {
    core: () =>
      me(identity(), {
        written: [
          "/home/ada/site/me/agent.json",
          "/home/ada/site/me/jwks.json",
          "/home/ada/site/me/callback.html",
        ],
      }),
    press: [...IDENTITY, "Export the files…"],
  },
  "me-matches": {
    core: () => me(identity({ published: { state: "matches", since: NOW, checked_at: NOW } })),
    press: IDENTITY,
  },
  "me-differs": {
    core: () =>
      me(
        identity({
          published: {
            state: "differs",
            checked_at: NOW,
            differences: [
              {
                file: "metadata",
                member: "client_name",
                message: "It says “Ada”, and must say “Ada’s Candor”.",
              },
              { file: "keys", member: KID, message: "This key is missing." },
              { file: "keys", member: "", message: "It cannot be read as JSON." },
            ],
          },
        }),
      ),
    press: IDENTITY,
  },
  "me-unreachable": {
    core: () =>
      me(
        identity({
          published: {
            state: "unreachable",
            file: "keys",
            code: "not-published",
            message:
              "There is no file at https://agents.fern.example/me/jwks.json yet. Put the file that Candor exported there, and check again.",
            checked_at: NOW,
          },
        }),
      ),
    press: IDENTITY,
  },
  "me-rotating": {
    core: () =>
      me(
        identity({
          rotation: "publish",
          keys: [
            { kid: KID, made_at: NOW, role: "signing" },
            { kid: KID.toLowerCase(), made_at: NOW, role: "next" },
          ],
        }),
      ),
    press: IDENTITY,
  },
  "me-old": {
    core: () =>
      me(
        identity({
          rotation: "remove_old",
          keys: [
            { kid: KID, made_at: NOW, role: "signing" },
            { kid: KID.toLowerCase(), made_at: null, role: "old" },
          ],
        }),
      ),
    press: IDENTITY,
  },
  "me-failed": { core: () => at({}), press: IDENTITY },
  add: { core: () => chat(MAIN), press: ["Chat with a Company…"] },
  "add-other": {
    core: () => {
      const core = chat(MAIN);
      core.instead.addCompany = () => ({
        outcome: "other_domain",
        typed: "manzanita.test",
        served: "manzanita-outfitters.example",
        name: "Manzanita Outfitters",
      });
      return core;
    },
    press: ["Chat with a Company…", "#add-domain=manzanita.test", "Find the Company"],
  },
  "add-error": {
    core: () => {
      const core = chat(MAIN);
      core.instead.addCompany = () => {
        throw report(
          "status",
          "manzanita.test answered, but has nothing at the address where a Company describes itself (status 404). Most likely it cannot be chatted with this way.",
        );
      };
      return core;
    },
    press: ["Chat with a Company…", "#add-domain=manzanita.test", "Find the Company"],
  },
  failed: {
    core: () => {
      const core = chat(MAIN);
      core.instead.overview = () => {
        throw report(
          "in-use",
          "Another Candor has these conversations open. Close it, then try again.",
        );
      };
      return core;
    },
  },
  "chat-failed": {
    core: () => {
      const core = chat(MAIN);
      core.instead.openConversation = () => {
        throw report("store", "The conversation could not be read from this computer’s disk.");
      };
      return core;
    },
  },
  loading: {
    core: () => {
      const core = chat(MAIN);
      core.instead.overview = never;
      return core;
    },
  },
};
