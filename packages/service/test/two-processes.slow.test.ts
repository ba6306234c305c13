// Two processes of the service on one database behave as one.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openDatabase } from '../src/database/open.ts';
import { databaseOptionsOf } from './support/postgresql.ts';
import { hwid, readAnswer, isSignatureValid } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startProcess, type ServiceProcess } from './support/service-process.ts';

const secondsPerDay = 86_400;

async function open() {
  const data = temporaryFolder();
  const [one, other] = await Promise.all([startProcess(data), startProcess(data)]);
  const options = await databaseOptionsOf(data);
  const openTables = () => openDatabase({ dataFolder: data, ...options, onIdleFault: () => null });
  return { one, other, openTables };
}

async function ask({ line }: ServiceProcess, parameters: Record<string, string>) {
  const { name, ownerid } = line.app ?? { name: '', ownerid: '' };
  const query = new URLSearchParams({ name, ownerid, ...parameters }).toString();
  const answer = await readAnswer(await fetch(`${line.url}/api/1.3/?${query}`));
  expect(isSignatureValid(line.publicKey, answer)).toBe(true);
  return answer.body;
}

const freeKeys = ({ line }: ServiceProcess) =>
  line.licenses.filter(({ status }) => status === 'Not Used');

test('two processes sign with one key, and share sessions until either ends them', async () => {
  const { one, other } = await open();
  expect(one.line.url).not.toBe(other.line.url);
  expect(one.line.publicKey).toBe(other.line.publicKey);
  const sessionid = String((await ask(one, { type: 'init' }))['sessionid']);
  const [free] = freeKeys(one);
  const redeem = { type: 'upgrade', sessionid, username: 'nora', key: free?.key ?? '' };
  expect(await ask(other, redeem)).toMatchObject({ success: true });
  expect(await ask(one, redeem)).toMatchObject({ success: false, reason: 'key-used' });
  expect(await ask(other, { type: 'logout', sessionid })).toMatchObject({ success: true });
  expect(await ask(one, redeem)).toMatchObject({ success: false, reason: 'session-gone' });
});

test('two processes let only one of sixty clients redeem a key, and add its time once', async () => {
  const { one, other, openTables } = await open();
  const processes = [one, other];
  const [free] = freeKeys(one);
  const sessions = await Promise.all(
    Array.from({ length: 60 }, (_, i) => ask(processes[i % 2] ?? one, { type: 'init' })),
  );
  const bodies = await Promise.all(
    sessions.map(({ sessionid }, i) =>
      ask(processes[(i >> 1) % 2] ?? one, {
        type: 'upgrade',
        sessionid: String(sessionid),
        username: 'nora',
        key: free?.key ?? '',
      }),
    ),
  );
  expect(bodies.filter(({ success }) => success === true)).toHaveLength(1);
  expect(bodies.filter(({ reason }) => reason === 'key-used')).toHaveLength(59);
  const db = await openTables();
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select(['sinceAt', 'expiresAt'])
    .where('username', '=', 'nora')
    .execute();
  await db.destroy();
  expect(subscriptions).toHaveLength(1);
  const seconds = (subscriptions[0]?.expiresAt ?? 0) - (subscriptions[0]?.sinceAt ?? 0);
  expect(seconds).toBe((free?.days ?? 0) * secondsPerDay);
});

test('two processes that receive the same request concurrently run it once, with the same answer', async () => {
  const { one, other, openTables } = await open();
  const sessionid = String((await ask(one, { type: 'init' }))['sessionid']);
  const free = freeKeys(one);
  expect(free.length).toBeGreaterThan(1);
  for (const { key } of free) {
    const challenge = randomBytes(32).toString('base64url');
    const redeem = { type: 'upgrade', sessionid, username: 'nora', key, challenge };
    const bodies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => ask(index % 2 === 0 ? one : other, redeem)),
    );
    for (const { nonce: _nonce, ...body } of bodies) {
      const { nonce: _first, ...first } = bodies[0] ?? {};
      expect(body).toMatchObject({ success: true });
      expect(body).toEqual(first);
    }
  }
  const challenge = randomBytes(32).toString('base64url');
  const guess = { type: 'login', sessionid, username: 'nora', pass: 'wrong', hwid, challenge };
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, index) => ask(index % 2 === 0 ? one : other, guess)),
  );
  for (const body of guesses) expect(body).toMatchObject({ reason: 'bad-credentials' });
  const db = await openTables();
  const [theirs, ...more] = await db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.userId')
    .select(['sinceAt', 'expiresAt'])
    .where('username', '=', 'nora')
    .execute();
  expect(more).toEqual([]);
  const days = free.reduce((sum, license) => sum + license.days, 0);
  expect((theirs?.expiresAt ?? 0) - (theirs?.sinceAt ?? 0)).toBe(days * secondsPerDay);
  const counts = await db.selectFrom('throttles').select('count').where('count', '>', 0).execute();
  expect(counts.filter(({ count }) => count > 1)).toEqual([]);
  await db.destroy();
});
