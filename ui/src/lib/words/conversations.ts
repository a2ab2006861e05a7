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
  new: "New conversation",
  close: "Close this conversation",
  closeAsk: (company: string): Phrase =>
    phrase`Close it for good? ${company} is told. It stays here to be read, and nothing more can be written in it.`,
  closeYes: "Yes, close it",
  closing: "Closing…",
  askPerson: "Ask for a person",
  asking: "Asking…",
  under: (company: string): Phrase =>
    phrase`A direct conversation between you and people of ${company}.`,
  toParent: "Go to the one it belongs to",
  talkDirectly: "Talk directly",
} as const;
