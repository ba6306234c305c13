// Remembers the subscriptions at the time of Renew, to announce the renewal once.
import { accountIn, userOf } from '../../../shared/phases.ts';
import { type Notice, type Phase } from '../../../shared/session.ts';
import { type Clock } from '@latchkey/client/ports.ts';

export interface Renewal {
  readonly begin: (phase: Phase) => void;
  /** Whether a renewal is still expected. */
  readonly isExpected: () => boolean;
  /** Returns the notice of a renewal once; null if there is none, or if none is expected. */
  readonly takeNotice: (phase: Phase) => Extract<Notice, { kind: 'renewed' }> | null;
  /** Stops waiting. Call it when a later change has another cause. */
  readonly forget: () => void;
}

/** A payment may take hours. */
const expectedForMs = 24 * 3_600_000;

interface PreviousSubscriptions {
  readonly username: string;
  readonly until: ReadonlyMap<string, number | null>;
  readonly atMs: number;
}

export function createRenewal(clock: Clock): Renewal {
  let before: PreviousSubscriptions | null = null;
  const isExpected = (): boolean =>
    before !== null && Math.abs(clock.now() - before.atMs) < expectedForMs;
  return {
    begin(phase) {
      const username = userOf(phase);
      if (username === null) return;
      const subscriptions = accountIn(phase)?.subscriptions ?? [];
      const until = new Map(subscriptions.map(({ name, expiresAt }) => [name, expiresAt]));
      before = { username, until, atMs: clock.now() };
    },
    isExpected,
    takeNotice(phase) {
      const account = accountIn(phase);
      if (before === null || account?.dates !== 'current') return null;
      if (account.username !== before.username || !isExpected()) {
        before = null;
        return null;
      }
      const { until } = before;
      const later = account.subscriptions.find(
        ({ name, expiresAt }) =>
          !until.has(name) || (expiresAt !== null && expiresAt > (until.get(name) ?? Infinity)),
      );
      if (later === undefined) return null;
      before = null;
      return { kind: 'renewed', expiresAt: later.expiresAt, lifetime: later.lifetime };
    },
    forget: () => void (before = null),
  };
}
