// Moves the focus to a form that has just appeared.

/** A ref for the first field of a form, or the part, that replaces what had the focus. */
export function focusFirst(field: HTMLElement | null): void {
  field?.focus();
}
