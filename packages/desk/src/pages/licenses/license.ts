// A license as lists show it, and what the pages derive from it.
import { bareKey } from '@latchkey/protocol/typed-text.ts';
import type { RowOf } from '../../client/list.ts';
import type { Copy } from '../../copy/copy.ts';
import type { Formats } from '../../copy/formats.ts';
import type { CsvColumn } from '../../parts/download-csv.ts';

export type License = RowOf<'fetchallkeys'>;
export type LicenseState = License['status'];

export const stateTones = {
  'Not Used': 'neutral',
  Used: 'good',
  Banned: 'danger',
} as const satisfies Record<LicenseState, string>;

/** People who only read see `****` and at most the last four characters of a key. */
export function isMasked(key: string): boolean {
  return /^\*{4}.{0,4}$/su.test(key);
}

/** From 20 years on, a duration counts as lifetime (docs/protocol.md#account-facts). */
const lifetimeSeconds = 20 * 365 * 86_400;

export function durationText(
  { licenses }: Copy,
  { days }: Pick<Formats, 'days'>,
  seconds: number | string,
): string {
  return Number(seconds) >= lifetimeSeconds ? licenses.lifetime : days(seconds);
}

export interface Plan {
  readonly level: string;
  /** The subscriptions of the level, oldest first. */
  readonly names: readonly string[];
}

/** Groups subscriptions by level, because a license has a level. */
export function plansOf(
  subscriptions: readonly { readonly name: string; readonly level: string }[],
): readonly Plan[] {
  const namesOf = Map.groupBy(subscriptions, ({ level }) => level);
  return [...namesOf]
    .map(([level, subs]) => ({ level, names: subs.map(({ name }) => name) }))
    .toSorted((one, other) => Number(one.level) - Number(other.level));
}

/** The name of a plan, or its level if no subscription has the level. */
export function planName({ licenses }: Copy, plans: readonly Plan[], level: string): string {
  const plan = plans.find((one) => one.level === level);
  return plan === undefined ? licenses.level(level) : plan.names.join(', ');
}

/** Whether a text is part of what `findkey` searches. Keys match without case and separators. */
export function matchesText({ key, note, order, usedby }: License, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const bare = bareKey(text);
  return (
    [note, order ?? '', usedby ?? ''].some((field) => field.toLowerCase().includes(wanted)) ||
    (bare !== '' && bareKey(key).includes(bare))
  );
}

export function csvColumns(copy: Copy, plans: readonly Plan[]): readonly CsvColumn<License>[] {
  const { columns, states } = copy.licenses;
  return [
    { header: columns.key, value: ({ key }) => key },
    { header: columns.state, value: ({ status }) => states[status] },
    { header: columns.plan, value: ({ level }) => planName(copy, plans, level) },
    { header: columns.level, value: ({ level }) => level },
    { header: columns.days, value: ({ expires }) => String(Number(expires) / 86_400) },
    { header: columns.user, value: ({ usedby }) => usedby ?? '' },
    { header: columns.redeemed, value: ({ usedon }) => isoTime(usedon) },
    { header: columns.made, value: ({ gendate }) => isoTime(gendate) },
    { header: columns.madeBy, value: ({ genby }) => genby },
    { header: columns.order, value: ({ order }) => order ?? '' },
    { header: columns.note, value: ({ note }) => note },
    { header: columns.banned, value: ({ banned }) => banned ?? '' },
  ];
}

/** Spreadsheets read this form in every language. */
function isoTime(seconds: string | null): string {
  return seconds === null ? '' : new Date(Number(seconds) * 1000).toISOString();
}
