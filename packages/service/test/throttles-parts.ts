// Starts a service that counts its password checks, for tests of guesses from many addresses.
import type { KyselyPlugin } from 'kysely';
import type { Passwords } from '../src/secrets/passwords.ts';
import { behindProxy, signInFrom } from './support/many-addresses.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

export const minuteMs = 60_000;
export const home = '198.51.100.7';

/**
 * Whether a request was refused without a check. Concurrent requests wait for the row that counts
 * them; on a busy machine, PostgreSQL asks some of them to retry.
 */
export function isTurnedAway(reason: unknown): boolean {
  return reason === 'rate-limited' || (databaseKind === 'postgresql' && reason === 'overloaded');
}

/** Counts the password checks that are made. */
export function counting() {
  const counted = { checks: 0 };
  const wrapPasswords = (passwords: Passwords): Passwords => ({
    ...passwords,
    verify: (...given) => {
      counted.checks += 1;
      return passwords.verify(...given);
    },
  });
  return { counted, wrapPasswords };
}

/** Reports the kind of every statement. */
export function noting(note: (kind: string) => unknown): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      note(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

export async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const { counted, wrapPasswords } = counting();
  const wire = await openWire({ ...behindProxy, now: () => clock.ms, wrapPasswords });
  const logIn = await signInFrom(wire.service);
  const reasonOf = async (address: string, username: string, pass: string) =>
    (await logIn(address, username, pass)).body['reason'];
  return { clock, counted, service: wire.service, wire, logIn, reasonOf };
}
