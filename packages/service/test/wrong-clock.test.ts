// A clock that was ahead and is set back: nothing written meanwhile blocks anyone for long.
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { transact, transactWithin } from '../src/database/transact.ts';
import { readStatistic } from '../src/database/statistics-cache.ts';
import type { Database } from '../src/database/schema.ts';
import { GeneralLimit } from '../src/http/general-limit.ts';
import { IdempotentRequest } from '../src/api/idempotency/idempotent-request.ts';
import {
  applicationOfLink,
  createLink,
  redeemLink,
} from '../src/features/users/password-resets.ts';
import { addToCount, refillTimeOf, reserve } from '../src/secrets/throttles.ts';
import { countWrongKey, secondsUntilNextKey } from '../src/secrets/wrong-seller-keys.ts';
import { inspect } from '../src/host/inspection.ts';
import { unixMs } from '@latchkey/protocol/units.ts';
import { databaseKind, environmentOf } from './support/postgresql.ts';
import { hwid, openWire } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

const dayMs = 86_400_000;
const right = 1_900_000_000;
const ahead = right + 86_400;
const unnamed = () => false;

/** A service whose clock is a day ahead until `setBack`. */
async function openAhead() {
  const clock = { ms: right * 1000 + dayMs };
  const wire = await openWire({ now: () => clock.ms });
  return { clock, setBack: () => (clock.ms -= dayMs), ...wire };
}

async function openBase(): Promise<Database> {
  const service = await startTestService({ now: () => right * 1000, after: () => () => {} });
  onTestFinished(() => service.close());
  return service.database;
}

describe('attempts while the clock was ahead', () => {
  test('do not block sign-ins afterwards', async () => {
    const { service, send, init, setBack } = await openAhead();
    const { username, password: pass } = await service.addUser();
    const other = await service.addUser();
    const login = { type: 'login', username, hwid };
    for (let tries = 0; tries < 5; tries += 1)
      await send({ ...login, sessionid: await init(), pass: 'wrong' });
    const spent = await send({ ...login, sessionid: await init(), pass });
    expect(spent.body['reason']).toBe('rate-limited');
    setBack();
    const sessionid = await init();
    expect((await send({ ...login, sessionid, pass })).body['success']).toBe(true);
    const guess = { type: 'login', username: other.username, hwid, pass: 'wrong' };
    for (let tries = 0; tries < 5; tries += 1) await send({ ...guess, sessionid: await init() });
    const refused = await send({ ...guess, sessionid: await init() });
    expect(refused.body['reason']).toBe('rate-limited');
  });

  test('do not block redeeming afterwards', async () => {
    const { service, send, init, setBack } = await openAhead();
    const { username } = await service.addUser();
    const key = await service.addLicense({ days: 1 });
    const redeem = async (one: string) =>
      (await send({ type: 'upgrade', sessionid: await init(), username, key: one })).body;
    for (let tries = 0; tries < 5; tries += 1) await redeem(`NO-SUCH-${tries}`);
    expect((await redeem(key))['reason']).toBe('rate-limited');
    setBack();
    expect((await redeem(key))['success']).toBe(true);
  });

  test('do not block one-time codes afterwards, after wrong codes or a correct one', async () => {
    const { service, send, init, setBack } = await openAhead();
    const [one, other] = [
      await service.addUser({ totp: true }),
      await service.addUser({ totp: true }),
    ];
    const login = async ({ username, password, totpSecret }: typeof one, code?: string) => {
      const right = service.totpCode(totpSecret ?? '');
      const given = { type: 'login', username, pass: password, hwid, code: code ?? right };
      return (await send({ ...given, sessionid: await init() })).body;
    };
    const wrong = service.totpCode(one.totpSecret ?? '') === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) await login(one, wrong);
    expect((await login(one))['reason']).toBe('rate-limited');
    expect((await login(other))['success']).toBe(true);
    setBack();
    expect((await login(one))['success']).toBe(true);
    expect((await login(other))['success']).toBe(true);
    expect((await login(other))['success']).toBe(false);
  });
});

test('the general limit resets after a clock correction, in memory and in the database', async () => {
  const db = await openBase();
  const clock = { ms: ahead * 1000 };
  const open = () =>
    new GeneralLimit({ db, nowMs: () => unixMs(clock.ms), log: pino({ level: 'silent' }) });
  const limit = open();
  const flood = async (one: GeneralLimit) => {
    let last = 0;
    for (let sent = 0; sent <= 1200; sent += 1) last = await one.take('198.51.100.7', unnamed);
    return last;
  };
  expect(await flood(limit)).toBeGreaterThan(0);
  clock.ms = right * 1000;
  expect(await limit.take('198.51.100.7', unnamed)).toBe(0);
  const fresh = open();
  for (let sent = 0; sent < 120; sent += 1)
    expect(await fresh.take('198.51.100.7', unnamed)).toBe(0);
  expect(await flood(fresh)).toBeGreaterThan(0);
});

test('expires only budgets that end later than their rule allows', async () => {
  const db = await openBase();
  const budget = { scope: 'x', maxAttempts: 1, seconds: 900 };
  await transact(db, (inside) => reserve(inside, [budget], ahead));
  expect(await refillTimeOf(db, budget, ahead)).toBe(ahead + 900);
  expect(await refillTimeOf(db, budget, right)).toBeNull();
  expect(await transact(db, (inside) => reserve(inside, [budget], right))).toMatchObject({
    ok: true,
  });
  expect(await transact(db, (inside) => reserve(inside, [budget], right))).toMatchObject({
    ok: false,
    retryAfter: 900,
  });
  // Another process is slightly behind: the window is the same.
  expect(await refillTimeOf(db, budget, right - 59)).toBe(right + 900);
  expect(await transact(db, (inside) => reserve(inside, [budget], right - 59))).toMatchObject({
    ok: false,
  });
});

test('counts wrong seller keys from zero', async () => {
  const db = await openBase();
  for (let tries = 0; tries <= 50; tries += 1) await countWrongKey(db, '198.51.100.7', ahead);
  expect(await secondsUntilNextKey(db, '198.51.100.7', ahead)).toBe(900);
  expect(await secondsUntilNextKey(db, '198.51.100.7', right)).toBe(0);
  expect(await countWrongKey(db, '198.51.100.7', right)).toBe(0);
});

test('a channel with a delay is not blocked by a message from the future', async () => {
  const { service, send, signIn, setBack } = await openAhead();
  const { id } = await service.database
    .selectFrom('applications')
    .select('id')
    .where('name', '=', service.app.name)
    .where('ownerid', '=', service.app.ownerid)
    .executeTakeFirstOrThrow();
  await service.database
    .insertInto('channels')
    .values({ applicationId: id, name: 'talk', nameFold: 'talk', delaySeconds: 30 })
    .execute();
  const sessionid = await signIn(await service.addUser());
  const say = async () =>
    (await send({ type: 'chatsend', sessionid, channel: 'talk', message: 'x' })).body;
  expect((await say())['success']).toBe(true);
  expect((await say())['reason']).toBe('chat-too-fast');
  setBack();
  expect((await say())['success']).toBe(true);
  expect((await say())['reason']).toBe('chat-too-fast');
});

test('password links from the future expire, and new links can be requested', async () => {
  const { service } = await openAhead();
  const db = service.database;
  const { username } = await service.addUser();
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const compute = (now: number) =>
    db.transaction().execute((within) => createLink(within, id, now, null));
  const links = [await compute(ahead), await compute(ahead), await compute(ahead)];
  const [link] = links;
  if (link === undefined || typeof link === 'number') throw new Error('there is no link');
  expect(await compute(ahead)).toBe(3600);
  expect(await applicationOfLink(db, link.token, ahead)).not.toBeNull();
  expect(await applicationOfLink(db, link.token, right)).toBeNull();
  const redeem = (token: string) => {
    const call = { db, now: right, mailer: null, secret: service.secret, afterwards: () => {} };
    return transactWithin(call, (inside) => redeemLink(inside, token, 'hash'));
  };
  expect(await redeem(link.token)).toBe(false);
  const next = await compute(right);
  if (typeof next === 'number') throw new Error('there is no link');
  expect(await redeem(next.token)).toBe(true);
});

test('a statistic from the future is renewed', async () => {
  const { service } = await openAhead();
  const db = service.database;
  const application = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow();
  let made = 0;
  const statistic = { kind: 'test', seconds: 60, compute: () => Promise.resolve((made += 1)) };
  const read = (now: number) => readStatistic({ db, reader: db, application, now }, statistic);
  expect([await read(ahead), await read(ahead)]).toEqual([1, 1]);
  expect([await read(right), await read(right)]).toEqual([2, 2]);
});

test('a request with a claim from the future can be processed', async () => {
  const db = await openBase();
  const marks = { request: 'r', content: 'c' } as never; // only these two are written
  const at = (now: number) => new IdempotentRequest(marks, new Uint8Array(32), now);
  await at(ahead).claim(db, () => Promise.resolve());
  await expect(at(ahead).claim(db, () => Promise.resolve())).rejects.toThrow();
  await expect(at(right).claim(db, () => Promise.resolve('done'))).resolves.toBe('done');
  await expect(at(right).claim(db, () => Promise.resolve())).rejects.toThrow();
});

test('a shared count expires no later than its rule allows', async () => {
  const db = await openBase();
  await addToCount(db, 's', 5, ahead + 60, ahead);
  expect(await addToCount(db, 's', 1, right + 60, right)).toEqual({ count: 1, endsAt: right + 60 });
});

test.runIf(databaseKind === 'postgresql')(
  'doctor compares the clock with that of the database',
  async () => {
    const dataFolder = temporaryFolder();
    const service = await startTestService({ dataFolder });
    onTestFinished(() => service.close());
    const clockAt = async (aheadMs: number) => {
      const found = await inspect(dataFolder, await environmentOf(dataFolder), () =>
        unixMs(Date.now() + aheadMs),
      );
      return found.find(({ what }) => what.startsWith('The clock of this machine'));
    };
    expect(await clockAt(0)).toMatchObject({ isOk: true });
    expect(await clockAt(dayMs)).toMatchObject({
      isOk: false,
      advice: expect.stringMatching(
        /^It is 86(39|40)[0-9] seconds ahead of that of the database/,
      ) as string,
    });
    expect(await clockAt(-dayMs)).toMatchObject({
      isOk: false,
      advice: expect.stringContaining('behind that of the database') as string,
    });
  },
);
