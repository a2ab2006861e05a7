import { FakeCore, report } from "../../fake";
import { company, conversation, MAIN, NO_IDENTITY, overview, standing } from "../../fixtures";
import { chat, never, type Scenes } from "./kit";

/** The window around the conversations. */
export const WINDOW: Scenes = {
  welcome: {
    core: () =>
      new FakeCore({
        overview: overview({ companies: [company({ active_at: null })] }),
        conversation: conversation([]),
        identity: NO_IDENTITY,
      }),
  },
  trouble: {
    core: () => {
      const core = new FakeCore({
        overview: overview({
          network_hosts: ["trailhead.test", "peer.test"],
          problem: {
            number: 1,
            code: "sign-in-not-found",
            message:
              "Your browser handed a sign-in over to Candor, and it could not be finished. This does not belong to the sign-in you began here: begin again.",
          },
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
  loading: {
    core: () => {
      const core = chat(MAIN);
      core.instead.overview = never;
      return core;
    },
  },
};
