// Converts the time of a user of another service to the rows of a subscription and its grants.
import type { LedgerGrant } from '@latchkey/protocol/seller/ledger.ts';

interface TimeElsewhere {
  readonly since?: number | undefined;
  /** Unix seconds. Without it, a subscription that is not paused was removed. */
  readonly expiry?: number | undefined;
  /** Seconds left of a paused subscription. */
  readonly timeleft?: number | undefined;
  readonly isPaused: boolean;
  readonly grants?: readonly LedgerGrant[] | undefined;
}

/** Seconds by which the clocks of two services may differ. */
const clockToleranceSeconds = 3600;

/** Without grants, the time is one grant of the import. `subscription` is null if it was removed. */
export function importedTime(
  { since, expiry, timeleft = 0, isPaused, grants: given }: TimeElsewhere,
  now: number,
) {
  const seconds = isPaused ? timeleft : Math.max(0, (expiry ?? now) - now);
  const grants = (given ?? [importedGrant(now, seconds)]).map((grant, index) => ({
    position: index + 1,
    ...rowOf(grant),
  }));
  const unrevoked = grants.filter(({ revokedAt }) => revokedAt === null);
  const left = unrevoked.reduce((sum, one) => sum + one.left, 0);
  if (!isPaused && expiry !== undefined && expiry - now > left + clockToleranceSeconds)
    return 'grants-too-short';
  if (!isPaused && expiry === undefined) return { grants, subscription: null };
  const active = unrevoked.find(
    ({ licenseKey, left: unspent }) => licenseKey !== null && unspent > 0,
  );
  const subscription = {
    sinceAt: since ?? now,
    expiresAt: isPaused ? null : importedEnd(expiry ?? now, left, now),
    remainingSeconds: isPaused ? left : null,
    licenseKey: active?.licenseKey ?? null,
  };
  return { grants, subscription };
}

export type ImportedTime = Exclude<ReturnType<typeof importedTime>, string>;

/** An end without time left was revoked, or elapsed at the other service. */
function importedEnd(expiry: number, left: number, now: number): number {
  return left === 0 && expiry <= now ? -expiry : expiry;
}

function importedGrant(now: number, seconds: number): LedgerGrant {
  const origin = { source: 'import', key: null, actor: '', at: String(now) } as const;
  return { ...origin, given: seconds, left: seconds, revoked: null, revokedby: null };
}

function rowOf({ source, key, actor, at, given, left, revoked, revokedby }: LedgerGrant) {
  const revokedAt = revoked === null ? null : Number(revoked);
  const revokedBy = revokedAt === null ? null : (revokedby ?? 'seller');
  const origin = { source, licenseKey: source === 'key' ? key : null, actor };
  return { ...origin, grantedAt: Number(at), given, left, revokedAt, revokedBy };
}
