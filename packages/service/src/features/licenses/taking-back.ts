// What sellers are told where licenses lose what they gave: how much of which subscription, or that nothing could be taken.
import type { Moved, TakenBack } from './license-grants.ts';

export function movedOf(taken: readonly TakenBack[]): Moved[] {
  return taken.flatMap((one) => (one === 'unknown' ? [] : one));
}

/** A ban that takes nothing must not look like one that did. */
export function withTakenBack(message: string, taken: readonly TakenBack[]): string {
  return taken.includes('unknown')
    ? `${message} No time was revoked, because the grants of this license are unknown.`
    : message;
}
