import type { Entry, SignIn, SignInAsk } from "../../../src/lib/contract";
import { type Answers, FakeCore, report } from "../../fake";
import {
  ask,
  entry,
  IN_BROWSER,
  MAIN,
  mine,
  NOW,
  READ,
  signIn,
  WAITING,
  WRITE,
} from "../../fixtures";
import { at, CONTEXT_OFF, type Scenes } from "./kit";

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

/** Signing in, and what goes with messages. */
export const SIGN_IN: Scenes = {
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
  "sign-in-elsewhere": {
    core: () => at({ sign_in: signIn(WAITING, { conversation: null }) }, ASKED),
    press: ["About this Company"],
  },
  "sign-in-interrupted": {
    core: () =>
      at({
        sign_in: signIn(
          {
            state: "failed",
            code: "sign-in-interrupted",
            message:
              "Candor was ended before you had signed in at Trailhead, and the sign-in ended with it. Nothing was signed in. Begin it again here when you like; a code or page from before is of no use any more.",
          },
          { conversation: null },
        ),
      }),
  },
  "sign-in-panel": { core: () => at({}), press: ["About this Company", "Sign in…"] },
  account: {
    core: () => at({ account: { since: NOW, scopes: [READ, WRITE] } }, ASKED),
    press: ["About this Company", "Sign out"],
  },
  "signing-out": { core: () => at({ signing_out: true }), press: ["About this Company"] },
  context: {
    core: () => at({}, MAIN, { context: CONTEXT_ON }),
    press: ["About this Company"],
  },
};
