import { render, waitFor } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";

import App from "../src/App.svelte";
import type { Entry } from "../src/lib/contract";
import { FakeCore } from "./fake";
import { conversation, mine, overview } from "./fixtures";

/** The whole page over a fake core, with the first Company's conversation open. */
export async function page(core: FakeCore) {
  const shown = render(App, { core });
  await waitFor(() => {
    if (shown.container.querySelector("[role=status].waiting")) throw new Error("still waiting");
  });
  return { ...shown, core, user: userEvent.setup() };
}

/** A core whose first Company has these entries. */
export function chatCore(
  entries: Entry[],
  over: Parameters<typeof conversation>[1] = {},
): FakeCore {
  return new FakeCore({
    overview: overview(),
    conversation: conversation(entries, over),
    sent: mine(90, "sent", { state: "queued" }),
  });
}

/** The text a person reads: what is hidden from everybody set aside. */
export function textOf(element: Element | null): string {
  return (element?.textContent ?? "").replace(/\s+/g, " ").trim();
}

/** `a` comes before `b` in the document. */
export function before(a: Element, b: Element): boolean {
  return Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING);
}
