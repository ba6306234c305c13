// A service with a movable clock, and the histories of its users.
import { scopeOf } from '../src/secrets/throttles.ts';
import { applicationId, openWithKeys, start } from './support/seller-keys.ts';
import { freshChallenge, hwid, type Parameters } from './support/service-client.ts';
import type { TestUser } from './support/service-seeds.ts';

export const otherHwid = 'e'.repeat(64);

export interface HistoryRow {
  readonly date: string;
  readonly username: string;
  readonly operation: string;
  readonly outcome: string;
  readonly ip: string;
  readonly device: string;
  readonly computer: string;
  readonly version: string;
}

export async function openHistory() {
  const wire = await openWithKeys();
  const { ask, service, send, init } = wire;
  let now = start;
  const pass = (seconds: number) => wire.setNow((now += seconds));
  /** Returns the history of a user, newest first. */
  const historyOf = async (user: string, more: Parameters = {}) =>
    (await ask('fetchhistory', { user, ...more })).body['history'] as readonly HistoryRow[]; // as its schema says
  const outcomesOf = async (user: string) =>
    (await historyOf(user)).map(({ operation, outcome }) => `${operation} ${outcome}`);
  const logIn = async (
    { username, password: pass }: Pick<TestUser, 'username' | 'password'>,
    more: Parameters = {},
  ) => {
    const sessionid = await init();
    const challenge = freshChallenge();
    const sent = { type: 'login', sessionid, challenge, username, pass, hwid, ...more };
    const { body } = await send(sent);
    return { sessionid, sent, body, reason: body['reason'] ?? 'ok' };
  };
  /** Deletes all attempt budgets, so that attempts are checked, but no count of history rows. */
  const refill = async () => {
    const { database } = service;
    const users = await database.selectFrom('users').select('id').execute();
    const counters = users.map(({ id }) => scopeOf('history', applicationId, id));
    await database.deleteFrom('throttles').where('scope', 'not in', counters).execute();
  };
  return { ...wire, pass, historyOf, outcomesOf, logIn, refill };
}
