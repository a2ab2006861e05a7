import type { CompanyItem, Entry, LinkCard, Reason, ScopeItem } from "../../../src/lib/contract";
import { FakeCore, report } from "../../fake";
import {
  ask,
  COMPANIES,
  company,
  conversation,
  entry,
  HARD,
  identity,
  item,
  link,
  mine,
  NOW,
  overview,
  PAY,
  refused,
  signIn,
  standing,
  theirs,
  TRACKING,
  WAITING,
} from "../../fixtures";
import { at, chat, type Scenes } from "./kit";

/** No place in it to break a line. */
const WORD = "Donaudampfschifffahrtsgesellschaft".repeat(118).slice(0, 4000);
const LABEL = "a-company-with-a-name-as-long-as-a-name-on-the-internet-may-be";
const DOMAIN = `${LABEL}.${LABEL}.${LABEL}.example`;
const NAME = `${"The Company of Companies, ".repeat(12)}Limited 👩🏽‍🚀`;
const ARABIC = "مرحبا! طلبك رقم ord_7Hk2 في الطريق، ويصل يوم الخميس إن شاء الله.";
const HEBREW = "שלום, ההזמנה ord_7Hk2 נשלחה הבוקר.";
const EMOJI = "👩🏽‍🚀🏳️‍🌈👨‍👩‍👧‍👦🇫🇷".repeat(30);

const HUGE: Partial<CompanyItem> = {
  name: NAME,
  domain: DOMAIN,
  shown_domain: DOMAIN,
  issuer: `https://auth.${DOMAIN}`,
  shared_extensions: Array.from({ length: 30 }, (_, n) => `extension-${n}`),
  unread: 4_000_000,
};

const REFUSALS: Reason[] = [
  "not-https",
  "disguised",
  "userinfo",
  "bad-host",
  "private-address",
  "too-long",
  "not-a-link",
];

/** As many as this, of one reason after another: none may hide another's. */
const turnedAway = (count: number): LinkCard[] =>
  Array.from({ length: count }, (_, n) =>
    refused({
      reasons: [REFUSALS[n % REFUSALS.length] ?? "not-a-link"],
      title: n % 3 === 2 ? null : `Setup file ${n + 1}`,
    }),
  );

const LONG_LINK = link({
  verdict: "warn",
  reasons: ["long-name", "title-names-another-site", "unusual-port", "look-alike"],
  relation: "other",
  title: `${WORD.slice(0, 119)}…`,
  host: DOMAIN,
  shown: DOMAIN,
  domain: `${LABEL}.example`,
  front: `${LABEL}.${LABEL}.`,
  strong: `${LABEL}.example`,
  opens: `https://${DOMAIN}/${WORD.slice(0, 1900)}`,
  source: `https://${DOMAIN}/${WORD.slice(0, 1900)}`,
});

const ABSURD: Entry[] = [
  mine(1, WORD),
  theirs(2, {
    disclosures: [{ text: WORD }, { text: EMOJI }, { unreadable: `{"txt":"${WORD}"}` }],
    text: `${EMOJI}\n${WORD}`,
    links: [LONG_LINK, ...turnedAway(9), ...Array.from({ length: 30 }, () => TRACKING)],
    problems: [WORD.slice(0, 300)],
  }),
  entry(3, { kind: "unreadable", problem: WORD.slice(0, 300), raw: WORD }),
  entry(4, { kind: "user_requested", reason: WORD }),
  mine(5, EMOJI, {
    state: "failed",
    code: "an_error_code_as_long_as_a_company_may_make_it".repeat(4),
    message: WORD.slice(0, 400),
    leads_to: 8,
  }),
];

const SCOPES: ScopeItem[] = [
  { scope: WORD.slice(0, 200), words: WORD.slice(0, 400) },
  { scope: "orders.read", words: ARABIC },
  { scope: "orders.write", words: EMOJI },
];
const HUGE_ASK = ask({
  company: NAME,
  company_domain: DOMAIN,
  offers: [
    { method: "device", scopes: SCOPES, not_offered: SCOPES, ready: true },
    { method: "direct", scopes: SCOPES, not_offered: [], ready: false },
  ],
});
const HUGE_ASKED = [
  mine(1, WORD),
  entry(2, { kind: "sign_in", error: "sign_in_required", scope: null, ask: HUGE_ASK }),
];

const RTL: Entry[] = [
  mine(1, "مرحبا، أين طلبي؟"),
  theirs(2, {
    author: "human",
    disclosures: [{ text: `${ARABIC}\n${HEBREW}` }],
    text: `${ARABIC}\n\n${HEBREW}\nAnd one line in English.`,
    links: [
      { ...TRACKING, title: "تتبع الطلب ord_7Hk2" },
      { ...PAY, title: "תשלום, paypal.com" },
      refused({ title: "ملف الإعداد" }),
      refused({ title: "קובץ", reasons: ["private-address"] }),
    ],
  }),
  mine(3, HEBREW, { state: "unconfirmed" }),
];
const ARAB: Partial<CompanyItem> = { name: "متجر المثال للملابس والأحذية", unread: 12 };

const withBars = (): FakeCore => {
  const core = new FakeCore({
    overview: overview({
      companies: [company(HUGE), ...COMPANIES.slice(1)],
      network_hosts: [DOMAIN, DOMAIN, "peer.test"],
      clock: { seconds: 7300, companies: [NAME], message: WORD.slice(0, 300) },
      secrets: { state: "unavailable", code: "keyring-locked", message: WORD.slice(0, 300) },
    }),
    conversation: conversation(ABSURD.slice(0, 1), {
      draft: WORD,
      parent: 6,
      standing: standing({
        phase: "working",
        trouble: {
          code: "no-identity",
          message: WORD.slice(0, 300),
          retry_at: Date.now() + 12_000,
          leads_to: null,
        },
      }),
    }),
  });
  core.instead.sendMessage = () => {
    throw report("too-long", WORD.slice(0, 300));
  };
  return core;
};

/** Everything that is long, turned, hostile or broken. */
export const LONG_AND_HOSTILE: Scenes = {
  hard: { core: () => chat(HARD, { standing: standing({ phase: "queued", responder: "human" }) }) },
  "hard-known": { core: () => chat(HARD), press: ["About this Company"] },
  "hard-dialog": { core: () => chat(HARD), press: ["evil-sounding"] },
  refused: { core: () => chat([theirs(1, { text: "Here they are.", links: turnedAway(20) })]) },
  "refused-known": {
    core: () => chat([theirs(1, { links: turnedAway(20) })]),
    press: ["About this Company"],
  },
  absurd: { core: () => at(HUGE, ABSURD) },
  "absurd-known": { core: () => at(HUGE, ABSURD), press: ["About this Company"] },
  "absurd-dialog": { core: () => at(HUGE, ABSURD), press: ["Looks like another name"] },
  "absurd-bars": { core: withBars, press: ["Send"] },
  "absurd-conversations": {
    core: () =>
      at(HUGE, ABSURD, {
        list: [
          item(7, { preview: WORD, parent: 2, phase: "closed", unread: 400 }),
          ...Array.from({ length: 30 }, (_, n) => item(n + 10, { preview: ARABIC, parent: 2 })),
        ],
      }),
    press: ["Conversations"],
  },
  "absurd-sign-in": { core: () => at(HUGE, HUGE_ASKED, { ask: HUGE_ASK }) },
  "absurd-signing-in": {
    core: () =>
      at(
        {
          ...HUGE,
          sign_in: signIn({
            ...WAITING,
            link: `https://${DOMAIN}/${WORD.slice(0, 400)}`,
            link_host: DOMAIN,
            user_code: WORD.slice(0, 60),
          }),
        },
        HUGE_ASKED,
      ),
  },
  "absurd-account": {
    core: () => at({ ...HUGE, account: { since: NOW, scopes: SCOPES } }, ABSURD.slice(0, 1)),
    press: ["About this Company", "Sign out"],
  },
  "absurd-me": {
    core: () =>
      at(HUGE, [], {
        identity: identity({
          client_id: `https://${DOMAIN}/agent.json`,
          name: WORD.slice(0, 200),
          files: [{ file: "keys", url: `https://${DOMAIN}/jwks.json`, path: "jwks.json" }],
          published: {
            state: "differs",
            checked_at: NOW,
            differences: [
              { file: "metadata", member: WORD.slice(0, 99), message: WORD.slice(0, 300) },
            ],
          },
          seen_by: [
            {
              company: 1,
              name: NAME,
              domain: DOMAIN,
              client_id: `https://${DOMAIN}/agent.json`,
              kid: WORD.slice(0, 43),
              first_at: NOW,
              last_at: NOW,
            },
          ],
        }),
      }),
    press: ["Your agent’s identity"],
  },
  rtl: { core: () => at(ARAB, RTL) },
  "rtl-known": { core: () => at(ARAB, RTL), press: ["About this Company"] },
};
