import type { Delivery, Phase, Responder, ShownAuthor } from "./contract";
import { type Phrase, phrase } from "./phrase";
import { count } from "./words/count";
import { conversations } from "./words/conversations";
import { identity } from "./words/identity";
import { type ReasonWords, reasons } from "./words/reasons";
import { signIn } from "./words/sign-in";

const delivery: Record<Delivery["state"], string> = {
  queued: "Waiting to be sent",
  sending: "Sending…",
  sent: "Sent",
  delivered: "Delivered",
  unconfirmed: "Not confirmed yet, trying again. It is added only once",
  failed: "Not sent",
};

/** Everything the page says, in one place. Parameters named `company` are a Company's own words. */
export const words = {
  app: "Candor",
  unexpected: "Something went wrong inside Candor. Try it again.",
  tryAgain: "Try again",
  cancel: "Cancel",
  close: "Close",
  back: "Back",
  loading: "Loading…",
  loadFailed: "Candor could not start",
  windowFailed: "The window could not be drawn",
  windowFailedHint:
    "Nothing is lost: your conversations are stored. Draw it again, or restart Candor.",
  drawAgain: "Draw it again",

  companies: "Companies",
  noCompanies: "No Companies yet.",
  demo: "demo",
  unread: (n: number) => count(n, "new message", "new messages"),
  chatWithACompany: "Chat with a Company…",
  list: "Companies",

  add: {
    title: "Chat with a Company",
    how: "Type the Company’s domain. Candor asks that domain, over a secure connection, whether it can be chatted with, and checks that the answer is really its own. Like any web site, it then sees your network address, and nothing else about you.",
    label: "The Company’s domain",
    hint: "manzanita.example",
    empty: "Type a domain first.",
    find: "Find the Company",
    finding: "Asking the domain…",
    other: (typed: string, served: string, company: string): Phrase =>
      phrase`${typed} leads to another domain: ${served}, of a Company that calls itself “${company}”.`,
    otherHint: "Go on only if this is the Company you mean. Nothing was kept so far.",
    goOn: (served: string): Phrase => phrase`Chat with ${served}`,
    goBack: "Back",
  },
  onlyDemo: {
    say: "Real Companies want to know which agent is writing. Until your agent’s identity is published on a web site of yours, they can be found here, but only the demo can be chatted with.",
    go: "How to publish it",
  },

  welcome: {
    title: "Talk with Companies, in the open",
    what: "Candor is your Personal Agent: it talks with Companies for you, in conversations that stay on this computer.",
    learns:
      "A Company learns what you write to it, which agent you use, and a made-up name for you that no other Company gets; like any web site, it also sees your network address.",
    theirs:
      "Whatever a Company sends is its own words: Candor shows who really sent it, keeps its notices in sight, and says where its links really lead before one opens.",
    demo: (company: string): Phrase => phrase`Chat with ${company}, the demo`,
    demoHint: "It is a Company built into Candor. Nothing leaves this computer.",
    other: "Chat with a Company you know…",
  },

  verified: (domain: string): Phrase => phrase`${domain}, verified`,
  answering: {
    agent: "Its automated agent answers",
    human: "A person answers",
  } satisfies Record<Responder, string>,
  phase: {
    fresh: "",
    idle: "",
    working: "Preparing an answer",
    queued: "Waiting for a person",
    closed: "Closed",
  } satisfies Record<Phase, string>,
  phaseNews: (company: string): Record<Phase, Phrase | null> => ({
    fresh: null,
    idle: null,
    working: phrase`${company} is preparing an answer`,
    queued: phrase`You are waiting for a person of ${company}`,
    closed: phrase`This conversation with ${company} is closed`,
  }),
  known: "About this Company",

  conversationWith: (company: string): Phrase => phrase`Conversation with ${company}`,
  opening: "Opening the conversation…",
  openFailed: "The conversation could not be opened",
  older: "Load older messages",
  loadingOlder: "Loading older messages…",
  newMessages: (n: number) => (n > 0 ? count(n, "new message", "new messages") : "To the newest"),
  writing: "writing…",
  writingNews: (company: string): Phrase => phrase`${company} is writing`,
  today: "Today",
  yesterday: "Yesterday",
  nothingSaid: "Nothing said yet.",
  empty: (company: string): Phrase => phrase`Nothing said yet. Write to ${company} below.`,
  emptyDemo: "Things to try. Each is put into the field below, for you to send:",
  tries: [
    "Do the trail bars have nuts in them?",
    "Has my jacket shipped?",
    "Can I talk to a person?",
  ],

  you: "You",
  author: (company: string): Record<ShownAuthor, Phrase> => ({
    agent: phrase`${company} · automated`,
    human: phrase`${company} · a person`,
    unknown: phrase`${company} · does not say who writes`,
    user: ["You"],
  }),
  company: (company: string): Phrase => phrase`${company}`,
  noText: "This message has no text.",
  noticeFrom: (company: string): Phrase => phrase`Notice from ${company}`,
  noticeUnreadable: (company: string): Phrase => phrase`A notice from ${company} could not be read`,
  messageUnreadable: (company: string): Phrase =>
    phrase`A message from ${company} could not be read.`,
  showSent: "Show what was sent",
  entryFailed: "This entry could not be drawn. What it holds is shown plainly instead.",
  answersFromHere: (company: string): Record<Responder, Phrase> => ({
    agent: phrase`The automated agent of ${company} answers from here on`,
    human: phrase`A person of ${company} answers from here on`,
  }),
  partMissing: (company: string): Phrase =>
    phrase`A part of the conversation is missing here: ${company} no longer has it`,
  signInAsked: (company: string): Phrase => phrase`${company} asks you to sign in`,
  signIn,
  direct: (company: string, opened: boolean): Phrase =>
    opened
      ? phrase`A direct conversation between you and ${company} was opened`
      : phrase`The direct conversation between you and ${company} was closed`,
  youAreAsked: (company: string): Phrase => phrase`${company} asks for you in person`,

  delivery,
  notSent: "Your message was not sent.",
  retry: "Send again",

  links: "Links",
  linkCount: (n: number) => count(n, "link", "links"),
  showMore: (n: number) => `Show ${n} more`,
  onSiteOf: (company: string): Phrase => phrase`On ${company}’s site`,
  anotherSite: "Another site",
  notShown: "This link cannot be opened.",
  reasons,
  reason: (code: string): ReasonWords =>
    (reasons as Partial<Record<string, ReasonWords>>)[code] ?? {
      short: "Be careful",
      full: `There is something unusual about this link (${code}).`,
    },
  copy: "Copy",
  copyLink: "Copy link",
  copied: "Copied",
  copyFailed: "Could not copy",
  copySent: "Copy what was sent",
  likeOwn: (own: string): Phrase => phrase`Looks like ${own}`,

  ask: {
    leadsTo: (company: string, domain: string): Phrase =>
      phrase`${company} (${domain}) sent this link. It leads to`,
    titled: (title: string): Phrase =>
      phrase`The link is titled “${title}”, but leads to another site.`,
    calledIt: (company: string, title: string): Phrase => phrase`${company} calls it “${title}”.`,
    own: (company: string): Phrase => phrase`This is ${company}’s own site.`,
    notOwn: (company: string): Phrase => phrase`This is not ${company}’s own site.`,
    address: "The whole address",
    open: (domain: string): Phrase => phrase`Open ${domain}`,
    opened: (domain: string) => `${domain} was handed to your browser`,
    looking: "Looking where the link leads…",
    failed: "The link could not be looked at",
    opening: "Handing it to your browser…",
    notOpened: "The link was not opened.",
    like: (own: string): Phrase =>
      phrase`The name is made so that it can be mistaken for ${own}, the Company’s own site. It is another one.`,
    port: (port: number) =>
      `The address uses port ${port}. Public sites rarely use one of their own.`,
    refused: "This link is not opened",
  },

  message: (company: string) => `Message ${company}`,
  send: "Send",
  sendHint: "Enter sends, Shift+Enter breaks the line",
  newConversation: "Start a new conversation",
  closed: "This conversation is closed. It stays here to be read.",
  noChat: (company: string): Phrase =>
    phrase`${company} is a Company that can be found, but it does not offer to chat.`,
  needsIdentity: (company: string): Phrase =>
    phrase`${company} wants to know which agent is writing, and Candor has not seen yours published yet. Until it has, only the demo can be chatted with.`,
  needsIdentityHow:
    "It takes a web site of yours and three small files, which Candor makes. As soon as Candor has checked that they are there, you can write here.",
  needsIdentityGo: "Set up your agent’s identity",
  limited: (company: string, until: string): Phrase =>
    phrase`${company} asks to wait until ${until}; what you write is sent then.`,
  limitedFor: (company: string, seconds: number): Phrase =>
    phrase`${company} asks to wait ${count(seconds, "more second", "more seconds")}; what you write is sent then.`,
  askNow: "Ask now",
  alsoSent: (what: readonly string[]) => `Sent with it: ${what.join(", ")}`,
  goThere: "Go there",
  dismiss: "Hide this",

  conversations,
  identity,

  trouble: {
    inSeconds: (n: number) => `Trying again in ${count(n, "second", "seconds")}`,
    inMinutes: (n: number) => `Trying again in ${count(n, "minute", "minutes")}`,
    at: (time: string) => `Trying again at ${time}`,
    now: "Trying again now…",
  },
  secrets: {
    title: "Candor’s secrets cannot be kept safe",
    session: "Go on for this session only",
    sessionHint:
      "Then they are forgotten when Candor ends, and conversations begun meanwhile end with it.",
    kept: {
      session: "Secrets are kept until Candor ends, as you chose.",
      file: "Secrets are sealed with a key in a file, as asked for at the start.",
    },
  },
  network: (hosts: readonly string[]) =>
    `A network file is in use: ${hosts.join(", ")} ${hosts.length === 1 ? "leads" : "lead"} where that file says, not where the internet says.`,

  context: {
    title: "Goes with your messages",
    how: (company: string): Phrase =>
      phrase`Nothing but your words, unless you turn it on. Each is for ${company} only, from your next message on.`,
    locale: "Your language and region",
    timeZone: "Your time zone",
    availability: "That you are here to answer",
    unknown: "Not known on this computer, so it cannot be sent",
    yes: "that you read the answer as it comes",
    sent: {
      locale: (value: string) => `your language and region (${value})`,
      time_zone: (value: string) => `your time zone (${value})`,
      availability: () => "that you are here to answer",
    },
    exactly: "Show it exactly as it is sent",
    nothing: "Nothing goes with your next message.",
    failed: "What goes with your messages could not be read",
  },

  info: {
    verified: "Verified",
    servedBy: (domain: string): Phrase => phrase`Served by ${domain} over a secure connection.`,
    issuer: (issuer: string): Phrase =>
      phrase`Its sign-in service, ${issuer}, names this domain as its own.`,
    checked: (when: string) => `Last checked ${when}.`,
    demo: "This is the demo built into Candor: its domain exists on this computer only.",
    says: "It says of itself",
    bothSpeak: "What this chat can hold",
    protocol: (version: string) => `Version ${version} of the protocol`,
    extensions: (names: readonly string[]) =>
      names.length === 0
        ? "Messages only"
        : `Messages, ${names.map((name) => (name === "disclosures" ? "notices" : name)).join(", ")}`,
    notices: (n: number) => (n === 0 ? "Notices in this chat" : `Notices in this chat · ${n}`),
    noNotices: "None so far.",
    links: (n: number) => (n === 0 ? "Links in this chat" : `Links in this chat · ${n}`),
    noLinks: "None so far.",
    notAll: "What older messages hold could not be listed.",
    goTo: "Show in the chat",
  },
} as const;
