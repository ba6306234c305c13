// Sums up the paid time of rows that an import creates.
import { isTrue, numberOf } from './answers.ts';
import type { RowOf } from './answer-types.ts';
import type { RowOfSection } from './exchange-format.ts';

export interface Sum {
  readonly count: number;
  readonly seconds: number;
}

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
