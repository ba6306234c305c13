// The budgets of wrong secrets: what counts, for whom, until when, and that no number of guesses at once passes them.
import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { networkOf } from '../../src/service/http/client-address.ts';
import type { Passwords } from '../../src/service/secrets/passwords.ts';
import { behindProxy, sendFrom, signInFrom } from '../support/many-addresses.ts';
import { hwid, openWire, wireTo } from '../support/service-client.ts';
import { folder } from '../support/service-command.ts';
import { startTestService } from '../support/service.ts';

const minuteMs = 60_000;
const home = '198.51.100.7';

/** Counts the verifications that really happen. */
function counting() {
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

/** Tells of every statement. */
function noting(note: (kind: string) => unknown): KyselyPlugin {
  return {
    transformQuery: ({ node }) => {
      note(node.kind);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const { counted, wrapPasswords } = counting();
  const wire = await openWire({ ...behindProxy, now: () => clock.ms, wrapPasswords });
  const logIn = await signInFrom(wire.service);
  const reasonOf = async (address: string, username: string, pass: string) =>
    (await logIn(address, username, pass)).body['reason'];
  return { clock, counted, service: wire.service, wire, logIn, reasonOf };
}

describe('guesses at once', () => {
  test('a hundred for one account from one address: exactly five are looked at', async () => {
    const { counted, wrapPasswords } = counting();
    const wire = await openWire({ wrapPasswords, interleave: true });
    const { username } = await wire.service.addUser();
    const sessionid = await wire.init();
    const guess = { type: 'login', sessionid, username, hwid };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wire.send({ ...guess, pass: `wrong ${index}` })),
    );
    const wrong = answers.filter(({ body }) => body['reason'] === 'bad-credentials');
    const refused = answers.filter(({ body }) => body['reason'] === 'rate-limited');
    expect([wrong.length, refused.length, counted.checks]).toEqual([5, 95, 5]);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ success: false, status: false, code: 429 });
      expect(body['retryAfter']).toBeGreaterThan(890);
      expect(headers.get('retry-after')).toBe(String(body['retryAfter']));
    }
  });

  test('a hundred to two processes with one database: still five', async () => {
    const dataFolder = folder();
    const { counted, wrapPasswords } = counting();
    const options = { dataFolder, wrapPasswords };
    const first = await startTestService(options);
    onTestFinished(() => first.close());
    const second = await startTestService(options);
    onTestFinished(() => second.close());
    const { username } = await first.addUser();
    const wires = [wireTo(first), wireTo(second)];
    const sessionid = await wireTo(first).init();
    const guess = { type: 'login', sessionid, username, hwid, pass: 'wrong' };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => wires.map(({ send }) => send(guess))).flat(),
    );
    const reasons = answers.map(({ body }) => body['reason']);
    expect(reasons.filter((reason) => reason === 'bad-credentials')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'rate-limited')).toHaveLength(95);
    expect(counted.checks).toBe(5);
  });

  test('a hundred keys for one account: five are looked up, and a right one among the rest is not', async () => {
    const wire = await openWire({ interleave: true });
    const { username } = await wire.service.addUser();
    const key = await wire.service.addLicense({ days: 1 });
    const sessionid = await wire.init();
    const redeem = async (one: string) =>
      (await wire.send({ type: 'upgrade', sessionid, username, key: one })).body;
    const bodies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => redeem(`NO-SUCH-${index}`)),
    );
    expect(bodies.filter(({ reason }) => reason === 'key-unknown')).toHaveLength(5);
    expect(bodies.filter(({ reason }) => reason === 'rate-limited')).toHaveLength(95);
    expect(await redeem(key)).toMatchObject({ reason: 'rate-limited' });
  });

  test('more right passwords at once than may be wrong are no guesses: they wait for each other', async () => {
    const tries = 55;
    let allTried: () => void = () => undefined;
    const untilAllTried = new Promise<void>((resolve) => (allTried = resolve));
    const statements: string[] = [];
    const wire = await openWire({
      wrapDatabase: (db) =>
        db.withPlugin(
          noting((kind) => {
            statements.push(kind);
            if (statements.filter((one) => one === 'InsertQueryNode').length === tries) allTried();
          }),
        ),
      wrapPasswords: (passwords) => ({
        ...passwords,
        verify: async (...given) => {
          await untilAllTried;
          return passwords.verify(...given);
        },
      }),
    });
    const { username, password: pass } = await wire.service.addUser();
    const sessionid = await wire.init();
    statements.length = 0;
    const right = { type: 'login', sessionid, username, pass, hwid };
    const answers = await Promise.all(Array.from({ length: tries }, () => wire.send(right)));
    expect(answers.map(({ body }) => body['success'])).toEqual(answers.map(() => true));
    const counts = await wire.service.database.selectFrom('throttles').select('count').execute();
    expect(counts.map(({ count }) => count)).toEqual([0, 0, 0]);
  });
});

describe('an account from one address', () => {
  test('waits from its fifth wrong password until 15 minutes after its first', async () => {
    const { clock, counted, service, logIn, reasonOf } = await open();
    const user = await service.addUser();
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await reasonOf(home, user.username, 'wrong')).toBe('bad-credentials');
      clock.ms += minuteMs;
    }
    for (const pass of [user.password, 'wrong']) {
      const { status, body } = await logIn(home, user.username, pass);
      expect(status).toBe(429);
      expect(body).toMatchObject({ reason: 'rate-limited', retryAfter: 600 });
    }
    expect(counted.checks).toBe(5);
    clock.ms += 10 * minuteMs - 1000;
    const last = await logIn(home, user.username, user.password);
    expect(last.body).toMatchObject({ reason: 'rate-limited', retryAfter: 1 });
    clock.ms += 1000;
    expect((await logIn(home, user.username, user.password)).body).toMatchObject({ success: true });
  });

  test('is not counted for other accounts or addresses, and its name is one in every form', async () => {
    const { service, logIn, reasonOf } = await open();
    const [one, other] = [await service.addUser({ username: 'Zoë' }), await service.addUser()];
    for (const name of ['Zoë', ' Zoe\u0308', 'Zoë ', 'Zoë', 'Zoe\u0308'])
      expect(await reasonOf(home, name, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf(home, one.username, one.password)).toBe('rate-limited');
    expect((await logIn(home, other.username, other.password)).body['success']).toBe(true);
    expect((await logIn('198.51.100.8', one.username, one.password)).body['success']).toBe(true);
  });

  test('that does not exist is held to the same', async () => {
    const { counted, reasonOf } = await open();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await reasonOf(home, 'nobody', 'wrong')).toBe('bad-credentials');
    expect(await reasonOf(home, 'nobody', 'wrong')).toBe('rate-limited');
    expect(counted.checks).toBe(5);
  });

  test('of IPv6 counts all that begins with the same 64 bits', async () => {
    const { service, logIn, reasonOf } = await open();
    const { username, password } = await service.addUser();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await reasonOf(`2001:db8:0:1::${tries}`, username, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf('2001:DB8::1:ffff:1:1:1', username, password)).toBe('rate-limited');
    expect((await logIn('2001:db8:0:2::1', username, password)).body['success']).toBe(true);
  });
});

test('one address has fifty wrong passwords in 15 minutes, for all accounts together', async () => {
  const { clock, counted, service, logIn, reasonOf } = await open();
  const user = await service.addUser();
  for (let tries = 0; tries < 50; tries += 1)
    expect(await reasonOf(home, `user ${tries}`, 'wrong')).toBe('bad-credentials');
  expect(await reasonOf(home, user.username, user.password)).toBe('rate-limited');
  expect(counted.checks).toBe(50);
  expect((await logIn('198.51.100.8', user.username, user.password)).body['success']).toBe(true);
  clock.ms += 15 * minuteMs;
  expect((await logIn(home, user.username, user.password)).body['success']).toBe(true);
});

describe('one account from everywhere', () => {
  /** Spends the fifty of an hour, five from each of ten addresses. */
  async function spend(reasonOf: Awaited<ReturnType<typeof open>>['reasonOf'], username: string) {
    for (let tries = 0; tries < 50; tries += 1)
      expect(await reasonOf(`192.0.2.${tries % 10}`, username, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf('192.0.2.99', username, 'wrong')).toBe('rate-limited');
  }

  test('has fifty wrong passwords an hour; an address that it signed in from does not wait', async () => {
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
    // Its own five are still all it has.
    for (let tries = 0; tries < 5; tries += 1)
      expect((await fresh(home, username, 'wrong')).body['reason']).toBe('bad-credentials');
    expect((await fresh(home, username, password)).body['reason']).toBe('rate-limited');
    expect(await reasonOf(home, username, password)).toBe('session-gone');
  });

  test('an address is forgotten after 30 days, and at the next sign-in from a new one', async () => {
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

describe('what counts', () => {
  test('no right password but in a budget of its own where something else refuses it; no init; no used key', async () => {
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
    // The four that are refused for good; a question for the code is none.
    expect(rows.map(({ count }) => count).filter((count) => count > 0)).toEqual([6, 6, 6, 6]);
  });

  test('an unknown key, a name that nobody has, a wrong code', async () => {
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

  test('no fault of ours', async () => {
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
  test('holds neither names nor addresses, and nothing of a refused try', async () => {
    const { service, reasonOf } = await open();
    for (let tries = 0; tries < 9; tries += 1) await reasonOf(home, 'somebody', 'wrong');
    const rows = await service.database.selectFrom('throttles').selectAll().execute();
    expect(rows.map(({ count }) => count)).toEqual([5, 5, 5]);
    for (const { scope } of rows) expect(scope).toMatch(/^[0-9a-f]{64}$/);
  });

  test('forgets what has ended', async () => {
    const { clock, service, logIn } = await open();
    for (let tries = 0; tries < 20; tries += 1) await logIn(home, `user ${tries}`, 'wrong');
    clock.ms += 61 * minuteMs;
    const fresh = await signInFrom(service);
    await fresh(home, 'another', 'wrong');
    expect(await service.database.selectFrom('throttles').selectAll().execute()).toHaveLength(3);
  });
});

test('a name that nobody has costs the same statements and the same hash as a wrong password', async () => {
  const statements: string[] = [];
  const { counted, wrapPasswords } = counting();
  const wire = await openWire({
    wrapPasswords,
    wrapDatabase: (db) => db.withPlugin(noting((kind) => statements.push(kind))),
  });
  const { username, password } = await wire.service.addUser();
  await wire.signIn({ username, password });
  const sessionid = await wire.init();
  const costOf = async (name: string) => {
    statements.length = 0;
    counted.checks = 0;
    await wire.send({ type: 'login', sessionid, username: name, pass: 'wrong', hwid });
    return { statements: [...statements], checks: counted.checks };
  };
  const known = await costOf(username);
  expect(known.checks).toBe(1);
  // After the read that every call begins with, which is compiled before.
  expect(known.statements).toEqual(['SelectQueryNode', 'InsertQueryNode', 'SelectQueryNode']);
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
])('what is counted of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
