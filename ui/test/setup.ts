import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, vi } from "vitest";

// jsdom draws nothing and has no modal dialogs. What the page needs of both, as browsers do it.

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Media queries that match; a test may add some. */
export const matching = new Set<string>(["(min-width: 900px)"]);
afterEach(() => {
  matching.clear();
  matching.add("(min-width: 900px)");
});

// The test of the build runs without any window.
if (typeof window !== "undefined") {
  class NoResizeObserver implements ResizeObserver {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  globalThis.ResizeObserver = NoResizeObserver;

  window.matchMedia = (query: string): MediaQueryList => {
    const list = new EventTarget() as MediaQueryList;
    Object.defineProperties(list, {
      media: { value: query },
      matches: { get: () => matching.has(query) },
    });
    return list;
  };

  // The window under test is the one that is used.
  document.hasFocus = () => true;

  Element.prototype.scrollIntoView = () => undefined;

  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
    const first = [...this.querySelectorAll<HTMLElement>("*")].find((element) => element.autofocus);
    (first ?? this.querySelector<HTMLElement>("button, input, [tabindex]"))?.focus();
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const dialog = [...document.querySelectorAll("dialog")].findLast((dialog) => dialog.open);
    if (dialog?.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
  });
}
