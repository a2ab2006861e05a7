import { report } from "../../fake";
import { entry, item, MAIN, mine, NOW } from "../../fixtures";
import { at, chat, type Scenes } from "./kit";

/** Several conversations with a Company, and a person asked for. */
export const CONVERSATIONS: Scenes = {
  conversations: {
    core: () =>
      at({}, MAIN, {
        list: [
          item(7, { started_at: NOW, active_at: NOW }),
          item(2, { parent: 7, preview: "مرحبا، هل تتوفر هذه السترة باللون الأزرق؟", unread: 2 }),
          item(4, { draft: true }),
          item(3, { phase: "closed", preview: null }),
        ],
      }),
    press: ["Conversations, 2 new messages in others"],
  },
  "close-conversation": {
    core: () =>
      at({}, [...MAIN, mine(9, "And in blue?", { state: "queued" })], { list: [item(7)] }),
    press: ["Conversations", "Close the open conversation"],
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
  waits: { core: () => at({}, MAIN, { list: [item(7), item(8, { parent: 7 })] }) },
  "direct-itself": { core: () => chat(MAIN, { parent: 6 }) },
};
