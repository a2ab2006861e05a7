import type { KeyRole, PublishedFile } from "../contract";
import { type Phrase, phrase } from "../phrase";

/** The agent's own identity. */
export const identity = {
  title: "Your agent’s identity",
  loading: "Looking at your agent’s identity…",
  failed: "The identity could not be read",
  why: "A Company wants to know which agent is writing to it. Yours says so with three small files on a web site of yours: whoever can put files there is who the agent belongs to. There is no account to make, and nobody to ask.",
  noSite:
    "No web site? Any web space will do where you can put files under names of your choice, at an https address that is yours alone. Without one, there is the demo.",
  good: "They are published: Companies can see who your agent is.",
  demoOnly: "Until they are published, only the demo can be chatted with.",

  step: (n: number) => `Step ${n}`,
  choose: "Say where it will be",
  chooseWhy:
    "The address of a file on your web site. It is your agent’s name for good: changing it later makes your agent a stranger everywhere.",
  address: "Address of the file",
  addressHint: "https://your.site/agent.json",
  name: "Name that Companies show",
  nameHint: "For example, your own first name and “Candor”. Every Company you write to can see it.",
  save: "Save",
  saving: "Saving…",
  saved: "Saved.",
  addressEmpty: "Type the address first.",
  changing: (address: string): Phrase =>
    phrase`Companies know your agent as ${address}. At another address it starts anew with each of them.`,

  publish: "Publish three files",
  publishWhy:
    "Candor makes them; you put them on the site, each at the address below, for everybody to read. No secret is in them.",
  first: "First say where it will be.",
  noKeys:
    "The files need your agent’s key, and Candor’s secrets are not ready. See the top of the window.",
  file: {
    metadata: "Who your agent is",
    keys: "Its public keys",
    callback: "The page a sign-in comes back to",
  } satisfies Record<PublishedFile, string>,
  export: "Export the files…",
  exporting: "Exporting…",
  callbackHow:
    "The page a sign-in comes back to has no ending in its name: your site must serve it as an HTML page (text/html), not as a download.",
  written:
    "Written to this computer, into the folder “candor-identity”. Now publish everything in that folder at the top of your web site:",
  notExported: "Nothing was exported: no folder was chosen.",

  check: "Let Candor check",
  checkWhy:
    "Candor fetches the published files as a Company would and compares them with what they must be.",
  checkNow: "Check now",
  checking: "Checking…",
  unknown: "Not checked since the identity last changed.",
  matches: (since: string) => `The published files are right, since ${since}.`,
  differs: (n: number) =>
    n === 1
      ? "One thing in the published files is not as it must be:"
      : `${n} things in the published files are not as they must be:`,
  checkedAt: (when: string) => `Checked ${when}.`,
  wholeFile: "The whole file",
  news: {
    matches: "The published files are right.",
    differs: "The published files are not as they must be.",
  },

  keys: "Keys",
  keysWhy:
    "What your agent says is signed with a key that never leaves this computer. Change it once in a while, or when somebody else may have used this computer.",
  role: {
    signing: "Signs now",
    next: "Will sign once it is published",
    old: "No longer signs",
  } satisfies Record<KeyRole, string>,
  made: (when: string) => `made ${when}`,
  rotate: "Change the key…",
  rotateAsk:
    "Make a new key now? You will have to publish the files again before it can be used; until then the old one goes on.",
  rotateYes: "Yes, make a new key",
  rotateHow:
    "A new key is made and published beside the old one, so that there is no moment in which neither is good.",
  publishNew: "A new key is made. It signs as soon as it is seen on your site:",
  publishNewSteps: [
    "Export the files again (step 2).",
    "Put them on your site, in place of the old ones.",
    "Check (step 3).",
  ],
  removeOld:
    "The new key signs now. The old one is still published, for Companies that looked a while ago. After a day it can go:",
  removeOldSteps: [
    "Remove the old key here.",
    "Export the files again (step 2) and put them on your site.",
    "Check (step 3).",
  ],
  removeNow: "Remove the old key",

  seen: "Who has seen it",
  seenNone: "No Company yet.",
  seenAs: (address: string): Phrase => phrase`As ${address}`,
  seenKey: "Key",
  seenSpan: (first: string, last: string) =>
    first === last ? `On ${first}` : `First on ${first}, last on ${last}`,
} as const;
