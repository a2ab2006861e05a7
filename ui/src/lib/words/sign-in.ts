import type { SignInMethod } from "../contract";
import { type Phrase, phrase } from "../phrase";
import { count } from "./count";

/** Signing in at a Company. Parameters named `company` are the Company's own words. */
export const signIn = {
  title: "Sign-in",
  required: "It cannot go on with this until you are signed in.",
  moreNeeded: "It needs more permissions than your sign-in gave it.",
  older: "It asked again further down.",
  yourself: (company: string): Phrase =>
    phrase`You sign in yourself, on a page of ${company}’s in your browser. Candor never sees your password.`,
  noWay: (company: string): Phrase =>
    phrase`${company} offers no way to sign in that Candor knows, so this cannot be done here. That is the Company’s choice.`,

  asks: (company: string): Phrase => phrase`What your agent could do there, in ${company}’s words`,
  noWords: "It does not say what this means",
  nothing: "There is nothing here that your agent could be given, so there is nothing to begin.",
  notOffered: "It also asked for this, but does not offer it to agents, so it is not asked of you:",
  tick: "Tick at least one thing that your agent may do.",

  how: "How",
  method: {
    device: "With a code",
    direct: "In your browser, and back",
  } satisfies Record<SignInMethod, string>,
  methodHow: {
    device:
      "The page opens in your browser, here or on your phone, and asks for a code shown here.",
    direct: "The page opens in your browser, which then leads back to Candor.",
  } satisfies Record<SignInMethod, string>,
  notReady: "This way needs a published identity, which your agent does not have yet.",
  thenAsk: (text: string): Phrase => phrase`Then ask again: “${text}”`,
  thenSent: (text: string): Phrase => phrase`Once you are signed in, “${text}” is sent by itself.`,

  begin: "Begin sign-in",
  signIn: "Sign in…",
  notNow: "Not now",
  cancel: "Cancel sign-in",
  again: "Begin again",
  done: "Done",
  putAway: "Close",
  anew: "Sign in again…",
  elsewhere: "A sign-in is under way already. It goes on where it was begun.",
  inChat: "The sign-in goes on in the chat.",
  goThere: "Go there",
  ended: "See the sign-in",

  starting: (company: string): Phrase => phrase`Asking ${company} to begin…`,
  finishing: (company: string): Phrase => phrase`Finishing the sign-in with ${company}…`,
  stepOpen: "Open the page",
  pageOf: (company: string): Phrase => phrase`Sign-in page of ${company}`,
  open: (host: string): Phrase => phrase`Open ${host} in your browser`,
  opened: (host: string) => `${host} was handed to your browser`,
  stepCode: "See that it shows this code, or type it there",
  code: "Code",
  copyCode: "Copy code",
  waiting: "Waiting for you to sign in there",
  left: (minutes: number) => `${count(minutes, "minute", "minutes")} left`,
  leftSeconds: (seconds: number) => `${count(seconds, "second", "seconds")} left`,
  over: "the time is over",
  stepBack: "Sign in there. Your browser then leads back here by itself",
  paste: "If it does not, paste the address of the page you ended on",
  pasteHint: "https://…",
  pasteEmpty: "Paste the address first.",
  pastedAgain: (time: string) => `Tried again at ${time}, with the same outcome.`,
  copyAddress: "Copy address",
  handing: "Handing it to your browser…",
  finish: "Go on",

  approved: (company: string): Phrase => phrase`You are signed in at ${company}.`,
  granted: (company: string): Phrase =>
    phrase`What your agent may do there now, in ${company}’s words`,
  grantedNothing: "It granted nothing of what was asked for.",
  missing: "Asked for, and not granted",
  denied: (company: string): Phrase =>
    phrase`The sign-in was refused on ${company}’s page. Nothing was signed in, and nothing was shared.`,
  expired:
    "The time for this sign-in ran out before it was finished. Nothing was signed in, and nothing was shared.",
  failed: "The sign-in did not work.",
  settled: (company: string): Phrase =>
    phrase`You are signed in at ${company}, with all that is asked for here.`,

  news: {
    code: (company: string, host: string, code: string) =>
      `Sign-in with ${company}: open ${host}. The code is ${code}`,
    browser: (company: string, host: string) => `Sign-in with ${company}: open ${host}`,
  },

  signedOut: "You are not signed in.",
  account: (company: string, since: string): Phrase =>
    phrase`Signed in as a customer of ${company} since ${since}.`,
  may: (company: string): Phrase => phrase`What your agent may do there, in ${company}’s words`,
  mayNothing: "It names nothing that your agent may do.",
  signOut: "Sign out",
  signOutAsk: (company: string): Phrase =>
    phrase`Sign out of ${company}? Candor forgets the sign-in at once and tells ${company} to end it. Your conversations stay.`,
  signOutYes: "Yes, sign out",
  signingOut: (company: string): Phrase =>
    phrase`Signed out here. ${company} has not confirmed it yet; Candor goes on telling it.`,
  noMethods: "It offers no sign-in that Candor knows.",
} as const;
