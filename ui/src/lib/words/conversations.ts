import { type Phrase, phrase } from "../phrase";
import { count } from "./count";

/** A Company's conversations, and what can be done with one. */
export const conversations = {
  button: "Conversations",
  buttonUnread: (n: number) =>
    `Conversations, ${count(n, "new message", "new messages")} in others`,
  title: (company: string): Phrase => phrase`Conversations with ${company}`,
  none: "None yet. The one you see begins with your first message.",
  failed: "The conversations could not be listed",
  noWords: "No words yet",
  direct: "Direct",
  closed: "Closed",
  current: "Open now",
  draft: "Draft",
  new: "New conversation",
  close: "Close the open conversation…",
  closeAsk: (company: string): Phrase =>
    phrase`Close it for good? ${company} is told. It stays here to be read, and nothing more can be written in it.`,
  closeUnsent: (n: number) =>
    n === 1
      ? "One message of yours in it was not sent, and will not be."
      : `${n} messages of yours in it were not sent, and will not be.`,
  closeYes: "Yes, close it",
  closing: "Closing…",
  askPerson: "Ask for a person",
  asking: "Asking…",
  under: (company: string): Phrase =>
    phrase`A direct conversation, with people of ${company} instead of its automated agent.`,
  waits: (company: string): Phrase =>
    phrase`You talk with people of ${company} in a direct conversation. This one waits until that is closed.`,
  toParent: "Go to the one it belongs to",
  talkDirectly: "Talk with its people",
} as const;
