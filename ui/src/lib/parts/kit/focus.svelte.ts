/**
 * Keeps the focus in an element whose content is replaced: when what had it is gone after a
 * `change`, the element itself takes it. It needs a `tabindex`. For use while a component is made.
 */
export function keepFocus(element: () => HTMLElement | undefined, change: () => unknown): void {
  let had = false;
  $effect.pre(() => {
    change();
    had = element()?.contains(document.activeElement) ?? false;
  });
  $effect(() => {
    change();
    const kept = element();
    if (had && kept && !kept.contains(document.activeElement)) kept.focus();
  });
}

/** For what is asked for in place: the focus goes to the way out of the question. */
export function takeFocus(element: HTMLElement): void {
  element.focus();
}
