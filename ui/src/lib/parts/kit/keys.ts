const STOPS = "a[href], button, input, textarea, select, summary, [tabindex]";

const isStop = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 &&
  !element.matches(":disabled") &&
  (typeof element.checkVisibility !== "function" || element.checkVisibility());

/**
 * Tab goes round in `root`: after its last stop comes its first. Left to itself the web view puts an
 * empty stop in between, where the focus is nowhere.
 */
export function goRound(event: KeyboardEvent, root: HTMLElement): void {
  if (event.key !== "Tab" || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.defaultPrevented) return;
  const stops = [...root.querySelectorAll<HTMLElement>(STOPS)].filter(isStop);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  if (!to || document.activeElement !== from) return;
  event.preventDefault();
  to.focus();
}

/** Whether a letter was pressed with the key that commands are given with, and no other. */
export function isCommand(event: KeyboardEvent, letter: string): boolean {
  const command = event.ctrlKey !== event.metaKey;
  return command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === letter;
}

/** For a list of rows to press: arrows, Home and End go from one to another. */
export function arrows(list: HTMLElement): () => void {
  const key = (event: KeyboardEvent): void => {
    const rows = [...list.querySelectorAll<HTMLElement>("button.row")];
    const now = rows.indexOf(document.activeElement as HTMLElement);
    if (now < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    rows[next]?.focus();
  };
  list.addEventListener("keydown", key);
  return () => list.removeEventListener("keydown", key);
}
