// Reads a user's subscriptions and devices from the rows of a request's first statement.
import type { CallEntitlements, OwnedSubscription } from '../../api/call.ts';
import { sortLatestFirst } from '../subscriptions/subscriptions.ts';

export type OwnedRow = {
  readonly [Name in keyof Omit<OwnedSubscription, 'expiresAt'>]?: OwnedSubscription[Name] | null;
} & {
  readonly endsAt?: number | null;
  readonly hwid?: string | null;
  readonly used?: number | null;
  readonly seatHwid?: string | null;
  readonly seatSeenAt?: number | null;
  readonly sessionSeenAt?: number | null;
  readonly recoveryCodes?: string | null;
  readonly accountEvents?: string | null;
  readonly ownFeatures?: string | null;
};

export function ownedOf(rows: readonly OwnedRow[]): CallEntitlements {
  const subscriptions = rows.flatMap(
    // Without a rest parameter, which would copy all other columns of the row.
    ({
      subscription,
      level,
      computers,
      sinceAt,
      endsAt,
      licenseKey,
      remainingSeconds,
      pausedWithApplication,
      graceDays,
      features,
    }) =>
      typeof subscription !== 'string' || typeof level !== 'string' || typeof sinceAt !== 'number'
        ? []
        : {
            subscription,
            level,
            sinceAt,
            expiresAt: endsAt ?? null,
            remainingSeconds: remainingSeconds ?? null,
            licenseKey: licenseKey ?? null,
            pausedWithApplication: pausedWithApplication ?? 0,
            computers: computers ?? 1,
            graceDays: graceDays ?? 0,
            features: features ?? null,
          },
  );
  const { hwid = null, used, seatHwid, seatSeenAt = null, sessionSeenAt } = rows[0] ?? {};
  const { recoveryCodes = null, accountEvents = null, ownFeatures = null } = rows[0] ?? {};
  return {
    subscriptions: sortLatestFirst(subscriptions),
    hwid,
    used: used ?? 0,
    recoveryCodes,
    accountEvents,
    ownFeatures,
    seenAt: sessionSeenAt ?? null,
    seat: typeof seatHwid === 'string' ? { hwid: seatHwid, lastSeenAt: seatSeenAt } : null,
  };
}
