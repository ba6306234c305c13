// Not replayed: failures, limits, outcomes older than ten minutes. Reads cost no extra statement.
import { describe, expect, test } from 'vitest';
import { Overloaded } from '../src/overloaded.ts';
import type { Passwords } from '../src/secrets/passwords.ts';
import { openWithRequests as open, reasonOf } from './support/repeat-requests.ts';
import { freshChallenge, hwid, type Parameters } from './support/service-client.ts';

const minuteMs = 60_000;

describe('temporary refusals', () => {
  test('are not stored for a failure or overload, and a retry of the request succeeds', async () => {
    for (const [error, reason] of [
      [new Error('a defect'), 'internal'],
      [new Overloaded(1), 'overloaded'],
    ] as const) {
      let failing = true;
      const wrapPasswords = (passwords: Passwords): Passwords => ({
        ...passwords,
        verify: (...given) => (failing ? Promise.reject(error) : passwords.verify(...given)),
      });
      const { wire, login, rows } = await open({ wrapPasswords });
      const given = await login();
      expect(await reasonOf(wire, given)).toBe(reason);
      expect(await rows()).toEqual([]);
      failing = false;
      expect(await reasonOf(wire, given)).toBeNull();
    }
  });

  test('are not stored for a limit, and a retry of the request succeeds once the limit ends', async () => {
    const { clock, wire, login, rows } = await open();
    const given = await login();
    for (let tries = 0; tries < 5; tries += 1)
      await wire.send({ ...given, pass: 'wrong', challenge: freshChallenge() });
    clock.ms += 14 * minuteMs;
    const before = await rows();
    expect(await reasonOf(wire, given)).toBe('rate-limited');
    expect(await rows()).toEqual(before);
    clock.ms += minuteMs;
    expect(await reasonOf(wire, given)).toBeNull();
  });
});

test('a limit that is detected at the end of a request is not stored either', async () => {
  const { wire, rows, clock } = await open();
  const { database } = wire.service;
  const { username, password: pass, totpSecret } = await wire.service.addUser({ totp: true });
  const { id: userId } = await database
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const failedAt = clock.ms / 1000;
  const failures = Array.from({ length: 5 }, (_, id) => ({ id: String(id), userId, failedAt }));
  await database.insertInto('codeFailures').values(failures).execute();
  const code = wire.service.totpCode(totpSecret ?? '');
  const sessionid = await wire.init();
  const given = {
    type: 'login',
    sessionid,
    username,
    pass,
    hwid,
    code,
    challenge: freshChallenge(),
  };
  expect(await reasonOf(wire, given)).toBe('rate-limited');
  expect(await rows()).toEqual([]);
  await database.deleteFrom('codeFailures').execute();
  expect(await reasonOf(wire, given)).toBeNull();
});

test('a repeated request counts as new after ten minutes', async () => {
  const { clock, wire, upgrade, rows } = await open();
  const given = await upgrade();
  expect(await reasonOf(wire, given)).toBeNull();
  clock.ms += 10 * minuteMs - 1000;
  expect(await reasonOf(wire, given)).toBeNull();
  clock.ms += 1000;
  expect(await rows()).toHaveLength(1);
  expect(await reasonOf(wire, given)).toBe('key-used');
});

test('reads need no additional statements with a challenge, and store no row', async () => {
  let statements = 0;
  const { wire, user, rows } = await open({
    // Only statements of the requests are counted.
    after: () => () => {},
    wrapDatabase: (db) =>
      db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          statements += 1;
          return Promise.resolve(result);
        },
      }),
  });
  const sessionid = await wire.signIn(user);
  const kept = (await rows()).length;
  const { name, ownerid } = wire.service.app;
  const costOf = async (parameters: Parameters) => {
    const before = statements;
    const query = new URLSearchParams({ name, ownerid, sessionid, ...parameters }).toString();
    await fetch(`${wire.service.url}/api/1.3/?${query}`);
    return statements - before;
  };
  for (const type of ['check', 'fetchOnline', 'fetchStats', 'checkblacklist']) {
    await costOf({ type });
    const without = await costOf({ type });
    expect(await costOf({ type, challenge: freshChallenge() })).toBe(without);
  }
  const varid = { type: 'var', varid: 'none' };
  expect(await costOf({ ...varid, challenge: freshChallenge() })).toBe(await costOf(varid));
  expect(await rows()).toHaveLength(kept);
});
