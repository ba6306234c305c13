// Moves the focus to a form that has just appeared.

/** A ref for the first field of a form that replaces another one, which had the focus. */
export function focusFirst(field: HTMLInputElement | null): void {
  field?.focus();
}
