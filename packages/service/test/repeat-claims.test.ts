// A claim and a stored outcome make a repeated request take effect only once
// (docs/protocol.md#idempotent-requests).
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DuplicateRequest } from '../src/api/idempotency/claims.ts';
import { IdempotentRequest } from '../src/api/idempotency/idempotent-request.ts';
import type { Passwords } from '../src/secrets/passwords.ts';
import { figuresOf } from './support/figures.ts';
import { databaseKind } from './support/postgresql.ts';
import { openWithRequests as open, reasonOf } from './support/repeat-requests.ts';
import { hwid, type Wire } from './support/service-client.ts';

describe('a claim without an outcome', () => {
  /** The first password check hangs until `release`. */
  function hanging() {
    let release = () => {};
    let reached = () => {};
    const arrived = new Promise<void>((resolve) => (reached = resolve));
    const released = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const wrapPasswords = (passwords: Passwords): Passwords => ({
      ...passwords,
      async verify(...given) {
        calls += 1;
        if (calls === 1) {
          reached();
          await released;
        }
        return passwords.verify(...given);
      },
    });
    return { wrapPasswords, arrived, release: () => release(), calls: () => calls };
  }

  test('makes a retry of the request wait for the outcome', async () => {
    const hang = hanging();
    const { wire, login } = await open({ wrapPasswords: hang.wrapPasswords });
    const given = await login();
    const first = wire.send(given);
    await hang.arrived;
    let answered = 0;
    const others = Array.from({ length: 3 }, () => wire.send(given).finally(() => (answered += 1)));
    // Other requests to this service are answered meanwhile.
    for (let requestCount = 0; requestCount < 20; requestCount += 1) await wire.init();
    expect(answered).toBe(0);
    hang.release();
    for (const { body } of await Promise.all([first, ...others]))
      expect(body).toMatchObject({ success: true, message: 'Logged in!' });
    expect(hang.calls()).toBe(1);
  });

  test('expires after 30 seconds, and a late outcome is not stored', async () => {
    const hang = hanging();
    const { clock, wire, login, user } = await open({ wrapPasswords: hang.wrapPasswords });
    const given = await login();
    const first = wire.send(given);
    await hang.arrived;
    clock.ms += 29_000;
    const waiting = wire.send(given);
    for (let requestCount = 0; requestCount < 5; requestCount += 1) await wire.init();
    expect(hang.calls()).toBe(1);
    clock.ms += 1000;
    expect((await waiting).body).toMatchObject({ success: true });
    expect(hang.calls()).toBe(2);
    const loggedIn = await lastLogin(wire, user.username);
    clock.ms += 5000;
    hang.release();
    expect((await first).body).toMatchObject({ success: true });
    expect(await lastLogin(wire, user.username)).toBe(loggedIn);
  });

  test('cannot be completed or released by a previous holder', async () => {
    const { wire, rows } = await open();
    const { database: db } = wire.service;
    const marks = { request: 'a request', content: 'its content' };
    const [late, next] = [0, 31].map(
      (after) => new IdempotentRequest(marks, randomBytes(32), 1_900_000_000 + after),
    );
    const nothing = () => Promise.resolve();
    const done = () => Promise.resolve({ ok: true, answer: { message: 'Done' } } as const);
    await late?.claim(db, nothing);
    await next?.claim(db, nothing);
    const held = await rows();
    await expect(late?.transact({ db }, done)).rejects.toThrow(DuplicateRequest);
    await late?.release(db);
    expect(await rows()).toEqual(held);
    await next?.transact({ db }, done);
    expect((await rows()).map(({ outcome }) => outcome === null)).toEqual([false]);
  });

  async function lastLogin({ service: { database } }: Wire, username: string) {
    const rows = database
      .selectFrom('users')
      .select('lastLoginAt')
      .where('username', '=', username);
    return (await rows.executeTakeFirstOrThrow()).lastLoginAt;
  }
});

describe('the outcome is written in the transaction of the effect', () => {
  /** Makes every later write of an outcome fail. */
  async function refuseOutcomes({ service: { database } }: Wire): Promise<void> {
    if (databaseKind === 'sqlite') {
      for (const event of ['insert', 'update'])
        await sql
          .raw(
            `create trigger refuse_${event} before ${event} on repeats when new.outcome is not null
            begin select raise(abort, 'refused'); end`,
          )
          .execute(database);
      return;
    }
    await sql`create function refuse_outcome() returns trigger language plpgsql as
      $$ begin if new.outcome is not null then raise exception 'refused'; end if; return new; end $$`.execute(
      database,
    );
    await sql`create trigger refuse_outcome before insert or update on repeats
      for each row execute function refuse_outcome()`.execute(database);
  }

  test('a request is rolled back if its outcome cannot be stored', async () => {
    const { wire, upgrade, login, rows } = await open();
    const { database } = wire.service;
    const given = [await upgrade(), await login()];
    const { session, user } = { session: await wire.init(), user: await wire.service.addUser() };
    const registering = {
      type: 'register',
      sessionid: session,
      username: 'anna',
      pass: 'secret',
      hwid,
      key: await wire.service.addLicense({ days: 1 }),
    };
    const renaming = {
      type: 'changeUsername',
      sessionid: await wire.signIn(user),
      newUsername: 'x',
    };
    const before = await figuresOf(database);
    const kept = (await rows()).length;
    await refuseOutcomes(wire);
    for (const one of [...given, registering, renaming])
      expect(await reasonOf(wire, one)).toBe('internal');
    const { throttles: _before, ...unchanged } = before;
    const { throttles: _after, ...now } = await figuresOf(database);
    expect(now).toEqual(unchanged);
    // The claims are released, too: the same requests can be done immediately.
    expect(await rows()).toHaveLength(kept);
    const triggers =
      databaseKind === 'sqlite'
        ? ['refuse_insert', 'refuse_update']
        : ['refuse_outcome on repeats'];
    for (const trigger of triggers) await sql.raw(`drop trigger ${trigger}`).execute(database);
    for (const one of [...given, registering, renaming])
      expect(await reasonOf(wire, one)).toBeNull();
  });
});
