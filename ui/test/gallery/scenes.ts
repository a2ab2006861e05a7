import type { Entry } from "../../src/lib/contract";
import { FakeCore, report } from "../fake";
import {
  COMPANIES,
  company,
  conversation,
  HARD,
  MAIN,
  manyLinks,
  mine,
  overview,
  standing,
  theirs,
} from "../fixtures";

/** Presses what a person would press; given as the words on it. */
export type Scene = { core: () => FakeCore; press?: readonly string[] };

const chat = (entries: Entry[], over: Parameters<typeof conversation>[1] = {}): FakeCore =>
  new FakeCore({ overview: overview(), conversation: conversation(entries, over) });

const never = (): Promise<never> => new Promise(() => undefined);

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
