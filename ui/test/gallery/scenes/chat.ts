import { FakeCore, report } from "../../fake";
import {
  COMPANIES,
  company,
  conversation,
  entry,
  link,
  MAIN,
  manyLinks,
  mine,
  overview,
  standing,
  theirs,
  writing,
} from "../../fixtures";
import { at, chat, type Scenes } from "./kit";

/** A conversation, in each of its states. */
export const CHAT: Scenes = {
  main: { core: () => chat(MAIN) },
  known: { core: () => chat(MAIN), press: ["About this Company"] },
  warn: { core: () => chat(MAIN), press: ["trail-pay.example"] },
  open: { core: () => chat(MAIN), press: ["orders.trailhead.example"] },
  "like-own": {
    core: () =>
      chat([
        theirs(1, {
          text: "Here.",
          links: [
            link({
              verdict: "warn",
              reasons: ["look-alike", "unusual-port"],
              host: "trai1head.example",
              domain: "trai1head.example",
              strong: "trai1head.example",
              relation: "other",
              opens: "https://trai1head.example:8443/pay",
              port: 8443,
              resembles: "trailhead.example",
            }),
          ],
        }),
      ]),
    press: ["trai1head"],
  },
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
  queued: {
    core: () =>
      chat([...MAIN, entry(9, { kind: "responder", responder: "human" })], {
        standing: standing({ phase: "queued", responder: null }),
      }),
  },
  limited: {
    core: () =>
      at({ limited_until: Date.now() + 150_000 }, [
        ...MAIN,
        mine(5, "And in blue?", { state: "queued" }),
      ]),
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
};
