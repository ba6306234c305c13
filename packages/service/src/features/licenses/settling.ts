// What each grant of a subscription has left once the time that has passed is taken away (contract 0.20): from the oldest
// first, and none from what is revoked. Pure: what remains of the subscription is known, and whose it is follows from it.
import type { GrantRow } from '../../database/schema-licenses.ts';

type Grant = Pick<GrantRow, 'given' | 'left' | 'revokedAt'>;

export interface Settled<One extends Grant> {
  readonly grants: readonly One[];
  /** Seconds that remain and that no grant accounts for. */
  readonly unexplained: number;
}

/** `grants`: oldest first. `remaining`: seconds that the subscription has left. */
export function settle<One extends Grant>(grants: readonly One[], remaining: number): Settled<One> {
  const difference = remainingOf(grants) - remaining;
  return difference >= 0
    ? { grants: consumed(grants, difference), unexplained: 0 }
    : credited(grants, -difference);
}

function remainingOf(grants: readonly Grant[]): number {
  return grants.reduce((sum, { left, revokedAt }) => sum + (revokedAt === null ? left : 0), 0);
}

function consumed<One extends Grant>(grants: readonly One[], seconds: number): readonly One[] {
  let rest = seconds;
  return grants.map((grant) => {
    if (rest === 0 || grant.revokedAt !== null) return grant;
    const taken = Math.min(rest, grant.left);
    rest -= taken;
    return { ...grant, left: grant.left - taken };
  });
}

/** More remains than was written down: a clock went back, or another version of the service changed the end alone. */
function credited<One extends Grant>(grants: readonly One[], seconds: number): Settled<One> {
  let rest = seconds;
  const newestFirst = grants.toReversed().map((grant) => {
    if (rest === 0 || grant.revokedAt !== null) return grant;
    const back = Math.min(rest, Math.max(0, grant.given - grant.left));
    rest -= back;
    return { ...grant, left: grant.left + back };
  });
  return { grants: newestFirst.toReversed(), unexplained: rest };
}
