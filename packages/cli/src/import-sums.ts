// Compares the paid time in the document and in the service after an import. Only created rows are
// compared, because existing rows may have changed.
import { isTrue, numberOf, listIn, rowsOf, textOf } from './answers.ts';
import type { Row, RowOf } from './answer-types.ts';
import type { CliCall } from './command.ts';
import type { Exported, RowOfSection } from './exchange-format.ts';
import { formatCount } from './format-count.ts';
import { allRows } from './lists.ts';

export interface Sum {
  readonly count: number;
  readonly seconds: number;
}

export interface PaidTimeComparison {
  readonly what: 'subscriptions' | 'licenses';
  readonly document: Sum;
  readonly service: Sum;
  readonly differing: readonly string[];
}

/**
 * The time of a user may differ by this value for each subscription and once more, and the time of a
 * license by twice this value. It covers rounding and the duration of the import.
 */
const toleranceSeconds = 120;

type SubscriptionTime = Pick<RowOf<'usergrants', 'subs'>, 'paused' | 'expiry' | 'timeleft'>;

export function subscriptionSum(rows: readonly SubscriptionTime[], now: number): Sum {
  const left = rows.map((row) => {
    const expiry = isTrue(row, 'paused') ? null : numberOf(row, 'expiry');
    return expiry === null ? (numberOf(row, 'timeleft') ?? 0) : expiry - now;
  });
  return sumOf(left.filter((seconds) => seconds > 0));
}

export function licenseSum(rows: readonly Pick<RowOfSection<'licenses'>, 'expires'>[]): Sum {
  return sumOf(rows.map((row) => numberOf(row, 'expires') ?? 0));
}

function sumOf(seconds: readonly number[]): Sum {
  return { count: seconds.length, seconds: seconds.reduce((sum, one) => sum + one, 0) };
}

export async function comparePaidTime(
  call: CliCall,
  rows: Exported,
  created: ReadonlyMap<string, ReadonlySet<string>>,
  now: number,
): Promise<readonly PaidTimeComparison[]> {
  const isCreated = (section: string, name: string) => created.get(section)?.has(name) === true;
  const users = (rows.users ?? []).filter((row) => isCreated('users', textOf(row, 'username')));
  const keys = (rows.licenses ?? []).filter((row) => isCreated('licenses', textOf(row, 'key')));
  const paid: PaidTimeComparison[] = [];
  if (users.length > 0) paid.push(await compareUsers(call, users, now));
  if (keys.length > 0) paid.push(await compareLicenses(call, keys));
  return paid;
}

async function compareUsers(
  { ask }: CliCall,
  users: readonly Row[],
  now: number,
): Promise<PaidTimeComparison> {
  const pairs: [string, Sum, Sum][] = [];
  for (const row of users) {
    const user = textOf(row, 'username');
    const subs = rowsOf(await ask('usersub', { user }), 'subs');
    const documentSubs = listIn(row, 'subscriptions', 'subscription');
    pairs.push([user, subscriptionSum(documentSubs, now), subscriptionSum(subs, now)]);
  }
  return comparison('subscriptions', pairs);
}

async function compareLicenses(
  { askAny }: CliCall,
  keys: readonly Row[],
): Promise<PaidTimeComparison> {
  const existing = new Map(
    (await allRows(askAny, 'fetchallkeys', 'keys')).map((row) => [textOf(row, 'key'), row]),
  );
  const pairs = keys.map((row): [string, Sum, Sum] => {
    const found = existing.get(textOf(row, 'key'));
    return [textOf(row, 'key'), licenseSum([row]), licenseSum(found === undefined ? [] : [found])];
  });
  return comparison('licenses', pairs);
}

function comparison(
  what: PaidTimeComparison['what'],
  pairs: readonly (readonly [string, Sum, Sum])[],
): PaidTimeComparison {
  const all = (at: 1 | 2): Sum => ({
    count: pairs.reduce((sum, pair) => sum + pair[at].count, 0),
    seconds: pairs.reduce((sum, pair) => sum + pair[at].seconds, 0),
  });
  const differing = pairs
    .filter(
      ([, document, service]) =>
        document.count !== service.count ||
        Math.abs(document.seconds - service.seconds) > toleranceSeconds * (document.count + 1),
    )
    .map(([name]) => name);
  return { what, document: all(1), service: all(2), differing };
}

export function paidLines(paid: readonly PaidTimeComparison[]): readonly string[] {
  return paid.flatMap(({ what, document, service, differing }) => [
    `Paid time: ${sumText(document, what)} in the document, ${sumText(service, what)} in the service${differing.length === 0 ? ': equal.' : ': NOT EQUAL.'}`,
    ...differing.slice(0, 20).map((name) => `  Check ${name}.`),
  ]);
}

const nouns = { subscriptions: 'subscription', licenses: 'license key' } as const;

function sumText({ count, seconds }: Sum, what: PaidTimeComparison['what']): string {
  return `${formatCount(count, nouns[what])} of ${(seconds / 86_400).toFixed(2)} days`;
}
