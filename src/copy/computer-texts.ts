// Builds the texts about computers and sessions of an account.
import type { BoundComputer } from '@latchkey/client/facts.ts';
import { numberSameNames } from '@latchkey/protocol/same-names.ts';
import type { ComputerRemoval, OwnSession } from '../shared/computers.ts';
import type { Copy } from './copy.ts';
import { formatEnd, formatWeekdayTime } from './dates.ts';
import { fill, joinSentences, joinValues, pluralize } from './sentences.ts';

/**
 * Programs that do not send a name leave it empty. `thisOne`: what this computer calls itself, if it
 * is the one to name.
 */
export function computerName({ computers }: Copy, name: string, thisOne?: string): string {
  if (name !== '') return name;
  return thisOne === undefined ? computers.unnamed : thisOne || computers.current;
}

/**
 * Returns a name for each computer of a list. Those of the same name get a number. `own`: what this
 * computer calls itself.
 */
export function computerNames(
  copy: Copy,
  list: readonly (Pick<BoundComputer, 'name'> & { readonly current?: boolean })[],
  own?: string,
): readonly string[] {
  return numberSameNames(
    list.map(({ name, current }) => computerName(copy, name, current === true ? own : undefined)),
  );
}

/** Returns until when a computer works offline, or null if it does not. */
export function offlineText(
  copy: Copy,
  { offlineUntil }: Pick<BoundComputer, 'offlineUntil'>,
  now: number | null,
): string | null {
  if (offlineUntil === null) return null;
  return fill(copy.removal.worksOffline, { date: formatWeekdayTime(copy, offlineUntil, now) });
}

/** Returns what a removal does, for the question before it. */
export function removalEffect(
  copy: Copy,
  { offlineUntil, isSeatHeld }: Pick<BoundComputer, 'offlineUntil' | 'isSeatHeld'>,
  now: number | null,
): string {
  const { removal } = copy;
  if (offlineUntil === null) return removal.confirmText;
  const text = isSeatHeld ? removal.confirmHeld : removal.confirmOffline;
  return fill(text, { date: formatWeekdayTime(copy, offlineUntil, now) });
}

/** Returns the system and the last use, if known. `now`: the service's time, or null. */
export function computerFacts(
  copy: Copy,
  { system, lastSeenAt }: Pick<BoundComputer, 'system' | 'lastSeenAt'>,
  now: number | null,
): string {
  const used =
    lastSeenAt === null
      ? ''
      : fill(copy.computers.lastUsed, { date: formatEnd(copy, lastSeenAt, now) });
  return joinKnown(system, used);
}

/** Returns what is known of a session: system, version and last use. */
export function sessionFacts(
  copy: Copy,
  { system, version, since, lastSeenAt, current }: OwnSession,
  now: number | null,
): string {
  const { sessions: texts } = copy;
  const at = lastSeenAt ?? since;
  const last = at === null ? '' : fill(texts.lastActive, { date: formatEnd(copy, at, now) });
  const program = version === '' ? '' : fill(texts.version, { version });
  return joinKnown(system, program, current ? texts.active : last);
}

function joinKnown(...values: readonly string[]): string {
  return joinValues(...values.filter((value) => value !== ''));
}

/** Returns how many removals are left, and when one more is possible. */
export function removalsText(
  copy: Copy,
  { left, nextAt }: Pick<ComputerRemoval, 'left' | 'nextAt'>,
  now: number | null,
): string {
  const { removal } = copy;
  const date = nextAt === null ? null : formatEnd(copy, nextAt, now);
  if (left === 0) return date === null ? removal.noneText : fill(removal.noneUntil, { date });
  const count = pluralize(copy.locale, removal.left, left, {});
  return joinSentences(count, date === null ? null : fill(removal.next, { date }));
}
