/** Whether a key pressed on an element is meant for that element itself: then the page leaves it alone. */
export function takesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, dialog, [role="application"]') !== null;
}
