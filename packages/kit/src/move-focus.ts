// Moves the focus through a list of buttons by keyboard.
import type { KeyboardEvent } from 'react';

/** Moves the focus on arrow keys, Home and End. Returns false for every other key. */
export function moveFocus(list: HTMLElement | null, event: KeyboardEvent): boolean {
  const all = Array.from(list?.querySelectorAll('button') ?? []);
  const at = all.findIndex((entry) => entry === document.activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + all.length,
    Home: 0,
    End: all.length - 1,
  };
  const next = targets[event.key];
  if (next === undefined) return false;
  event.preventDefault();
  all[next % all.length]?.focus();
  return true;
}
