// The rules of attempt budgets: what counts, for whom, and for how long.
import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../src/addresses.ts';
import { sendFrom, signInFrom } from './support/many-addresses.ts';
import { hwid, openWire } from './support/service-client.ts';
import { minuteMs, home, counting, open } from './throttles-parts.ts';

describe('the budget of an account over all addresses', () => {
  /** Spends the fifty attempts of an hour, five from each of ten addresses. */
  async function spend(reasonOf: Awaited<ReturnType<typeof open>>['reasonOf'], username: string) {
    for (let tries = 0; tries < 50; tries += 1)
      expect(await reasonOf(`192.0.2.${tries % 10}`, username, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf('192.0.2.99', username, 'wrong')).toBe('rate-limited');
  }

  test('allows fifty wrong passwords an hour, and excludes a known address', async () => {
    const { clock, service, logIn, reasonOf } = await open();
    const { username, password } = await service.addUser();
    expect((await logIn(home, username, password)).body['success']).toBe(true);
    clock.ms += 29 * 24 * 60 * minuteMs;
    const fresh = await signInFrom(service);
    await spend(async (...given) => (await fresh(...given)).body['reason'], username);
    expect((await fresh('198.51.100.8', username, password)).body).toMatchObject({
      reason: 'rate-limited',
      retryAfter: 3600,
    });
    expect((await fresh(home, username, password)).body['success']).toBe(true);
    // The known address still has only five of its own.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await fresh(home, username, 'wrong')).body['reason']).toBe('bad-credentials');
    expect((await fresh(home, username, password)).body['reason']).toBe('rate-limited');
    expect(await reasonOf(home, username, password)).toBe('session-gone');
  });

  test('includes a known address after 30 days, or after a sign-in from a new address', async () => {
    const { clock, service, logIn } = await open();
    const { username, password } = await service.addUser({ subscription: { days: 99 } });
    await logIn(home, username, password);
    clock.ms += 30 * 24 * 60 * minuteMs;
    const fresh = await signInFrom(service);
    await spend(async (...given) => (await fresh(...given)).body['reason'], username);
    expect((await fresh(home, username, password)).body['reason']).toBe('rate-limited');
    clock.ms += 60 * minuteMs;
    const again = await signInFrom(service);
    expect((await again('198.51.100.8', username, password)).body['success']).toBe(true);
    const known = await service.database.selectFrom('knownAddresses').select('address').execute();
    expect(known).toEqual([{ address: '198.51.100.8' }]);
  });
});

describe('attempt budgets', () => {
  test('count refused correct passwords separately, and ignore init and used keys', async () => {
    const { service, logIn, wire } = await open();
    const refused = [
      await service.addUser({ banned: 'x' }),
      await service.addUser({ subscription: 'expired' }),
      await service.addUser({ totp: true }),
      await service.addUser({ subscription: 'paused' }),
    ];
    const elsewhere = await service.addUser();
    await service.bindDevice(elsewhere.username, 'e'.repeat(64));
    for (const { username, password } of [...refused, elsewhere])
      for (let tries = 0; tries < 6; tries += 1)
        expect((await logIn(home, username, password)).body['reason']).not.toBe('rate-limited');
    const { username, password } = await service.addUser();
    const sessionid = await wire.signIn({ username, password });
    const key = await service.addLicense({ days: 1 });
    const banned = await service.addLicense({ days: 1, banned: 'x' });
    for (let tries = 0; tries < 8; tries += 1) {
      await wire.init();
      for (const one of [key, banned])
        await wire.send({ type: 'upgrade', sessionid, username, key: one });
    }
    const rows = await service.database.selectFrom('throttles').select('count').execute();
    expect(rows.length).toBeGreaterThan(6);
    // Refusals for a ban, an expiry and a pause count; those for a missing code or a device do not.
    expect(rows.map(({ count }) => count).filter((count) => count > 0)).toEqual([6, 6, 6]);
  });

  test('count an unknown key, an unknown name and a wrong code', async () => {
    const { service, logIn } = await open();
    const send = sendFrom(service);
    const { username, password } = await service.addUser({ totp: true });
    const key = await service.addLicense({ days: 1 });
    const { body } = await send(home, { type: 'init' });
    const upgrade = { type: 'upgrade', sessionid: String(body['sessionid']) };
    const reasons = [
      (await send(home, { ...upgrade, username, key: 'NO-SUCH' })).body['reason'],
      (await send(home, { ...upgrade, username, key: 'NO-SUCH' })).body['reason'],
      (await logIn(home, username, password, { code: '000000' })).body['reason'],
      (await logIn(home, username, password, { code: '000000' })).body['reason'],
      (await logIn(home, username, 'wrong')).body['reason'],
      (await send(home, { ...upgrade, username, key })).body['reason'],
    ];
    const codes = ['bad-code', 'bad-code'];
    expect(reasons).toEqual([
      'key-unknown',
      'key-unknown',
      ...codes,
      'bad-credentials',
      'rate-limited',
    ]);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await send(home, { ...upgrade, username: 'nobody', key })).body['reason']).toBe(
        'user-unknown',
      );
    const after = await send(home, { ...upgrade, username: 'nobody', key });
    expect(after.body['reason']).toBe('rate-limited');
  });

  test('do not count failures of the service', async () => {
    let broken = true;
    const wire = await openWire({
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: (...given) =>
          broken ? Promise.reject(new Error('out of memory')) : passwords.verify(...given),
      }),
    });
    const { username, password: pass } = await wire.service.addUser();
    const sessionid = await wire.init();
    for (let tries = 0; tries < 6; tries += 1) {
      const { body } = await wire.send({ type: 'login', sessionid, username, pass, hwid });
      expect(body['reason']).toBe('internal');
    }
    broken = false;
    const { body } = await wire.send({ type: 'login', sessionid, username, pass, hwid });
    expect(body['success']).toBe(true);
  });
});

describe('the table', () => {
  test('contains no names or addresses, and no data of a refused attempt', async () => {
    const { service, reasonOf } = await open();
    for (let tries = 0; tries < 9; tries += 1) await reasonOf(home, 'somebody', 'wrong');
    const rows = await service.database.selectFrom('throttles').selectAll().execute();
    // Three budgets, and the daily limit of the history.
    expect(rows.map(({ count }) => count)).toEqual([5, 5, 5, 5]);
    for (const { scope } of rows) expect(scope).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('an unknown name costs the same statements and the same password hash as a wrong password', async () => {
  const count = { statements: 0 };
  const { counted, wrapPasswords } = counting();
  // Counts results, because frequent statements are compiled only once.
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count.statements += 1;
      return Promise.resolve(result);
    },
  };
  const wire = await openWire({ wrapPasswords, wrapDatabase: (db) => db.withPlugin(plugin) });
  const { username, password } = await wire.service.addUser();
  await wire.signIn({ username, password });
  const sessionid = await wire.init();
  const costOf = async (name: string) => {
    count.statements = 0;
    counted.checks = 0;
    await wire.send({ type: 'login', sessionid, username: name, pass: 'wrong', hwid });
    return { statements: count.statements, checks: counted.checks };
  };
  const known = await costOf(username);
  expect(known).toEqual({ statements: 9, checks: 1 });
  expect(await costOf('nobody')).toEqual(known);
  for (const name of [username, 'nobody'])
    for (let tries = 0; tries < 5; tries += 1) await costOf(name);
  const refused = await costOf(username);
  expect(refused.checks).toBe(0);
  expect(await costOf('nobody')).toEqual(refused);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1:2::', '1:2:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
