// New recovery codes until the user confirms them (docs/protocol.md#recovery-codes). They are sealed
// and not hashed, because a repeated request shows them again.
import type { Call, CallUser } from '../../api/call.ts';
import type { StoredCodes } from '../../api/idempotency/stored-outcome.ts';
import { isUnexpired } from '../../clock.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { openAt, sealAt } from '../../secrets/at-rest.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

/** Within this time, a further request of the session gets the same codes. */
export const shownSeconds = 600;
/** Within this time, one of the codes confirms them. */
export const confirmableSeconds = 3600;

interface PendingCodes {
  readonly sessionIdHash: string;
  /** Unix seconds. */
  readonly at: number;
  readonly codes: readonly string[];
}

interface PendingCall {
  readonly secret: ServiceSecret;
  readonly session: { readonly idHash: string };
  readonly now: number;
}

export function sealPending(
  { secret, session, now: at }: PendingCall,
  userId: string,
  codes: readonly string[],
): string {
  const pending: PendingCodes = { sessionIdHash: session.idHash, at, codes };
  return sealAt(secret, 'recovery codes', [userId], JSON.stringify(pending));
}

/**
 * Returns null if no codes are pending, or if they are older than `seconds`.
 * SECURITY: also null in another session. Otherwise a thief's codes could be shown to the user, who
 * would confirm them.
 */
export function openPending(
  { secret, session, now }: PendingCall,
  userId: string,
  sealed: string | null,
  seconds: number,
): readonly string[] | null {
  if (sealed === null) return null;
  const text = openAt(secret, 'recovery codes', [userId], sealed);
  const { sessionIdHash, at, codes } = JSON.parse(text) as PendingCodes; // written by `sealPending`
  const isShown = sessionIdHash === session.idHash && isUnexpired(at + seconds, now, seconds);
  return isShown ? codes : null;
}

/** Replays an offer while the same codes are still pending. */
export async function replayCodes(
  { db, secret, session, now }: Call,
  { id }: CallUser,
  { message }: StoredCodes,
): Promise<Outcome<'newrecoverycodes'>> {
  const { recoveryPending } = await db
    .selectFrom('users')
    .select('recoveryPending')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const codes =
    session && openPending({ secret, session, now }, id, recoveryPending, confirmableSeconds);
  return codes === null
    ? refuse('recovery-expired')
    : { ok: true, answer: { message, codes: [...codes] } };
}
