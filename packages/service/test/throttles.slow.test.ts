// Attempt budgets: what counts, for whom, until when, and that no concurrent guesses exceed them.
import { describe, expect, onTestFinished, test } from 'vitest';
import { hwid, openWire, wireTo } from './support/service-client.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';
import { minuteMs, home, counting, isTurnedAway, noting, open } from './throttles-parts.ts';

describe('concurrent guesses', () => {
  test('are limited to five checks of a hundred passwords for one account from one address', async () => {
    const { counted, wrapPasswords } = counting();
    const wire = await openWire({ wrapPasswords, interleave: true, now: () => 1_900_000_000_000 });
    const { username } = await wire.service.addUser();
    const sessionid = await wire.init();
    const guess = { type: 'login', sessionid, username, hwid };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wire.send({ ...guess, pass: `wrong ${index}` })),
    );
    const wrong = answers.filter(({ body }) => body['reason'] === 'bad-credentials');
    const refused = answers.filter(({ body }) => body['reason'] === 'rate-limited');
    const turnedAway = answers.filter(({ body }) => isTurnedAway(body['reason']));
    expect([wrong.length, turnedAway.length, counted.checks]).toEqual([5, 95, 5]);
    for (const { status, headers, body } of refused) {
      expect(status).toBe(429);
      expect(body).toMatchObject({ success: false, status: false, code: 429 });
      expect(body['retryAfter']).toBe(900);
      expect(headers.get('retry-after')).toBe(String(body['retryAfter']));
    }
  });

  test('are limited to five checks of a hundred passwords by two processes with one database', async () => {
    const dataFolder = temporaryFolder();
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
    expect(reasons.filter(isTurnedAway)).toHaveLength(95);
    expect(counted.checks).toBe(5);
  });

  test('are limited to five lookups of a hundred keys, even if the next key is valid', async () => {
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
    expect(bodies.filter(({ reason }) => isTurnedAway(reason))).toHaveLength(95);
    expect(await redeem(key)).toMatchObject({ reason: 'rate-limited' });
  });

  test('are not limited if the passwords are correct, and are verified one by one', async () => {
    const tries = 55;
    let allTried: () => void = () => undefined;
    const untilAllTried = new Promise<void>((resolve) => (allTried = resolve));
    const statements: string[] = [];
    const wire = await openWire({
      wrapDatabase: (db) =>
        db.withPlugin(
          noting((kind) => {
            statements.push(kind);
            if (statements.filter((statement) => statement === 'InsertQueryNode').length === tries)
              allTried();
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
  test('is blocked from its fifth wrong password until 15 minutes after its first', async () => {
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

  test('shares one budget between all forms of its name, and affects no other account or address', async () => {
    const { service, logIn, reasonOf } = await open();
    const [one, other] = [await service.addUser({ username: 'Zoë' }), await service.addUser()];
    for (const name of ['Zoë', ' Zoe\u0308', 'Zoë ', 'Zoë', 'Zoe\u0308'])
      expect(await reasonOf(home, name, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf(home, one.username, one.password)).toBe('rate-limited');
    expect((await logIn(home, other.username, other.password)).body['success']).toBe(true);
    expect((await logIn('198.51.100.8', one.username, one.password)).body['success']).toBe(true);
  });

  test('has the same budget if the account does not exist', async () => {
    const { counted, reasonOf } = await open();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await reasonOf(home, 'nobody', 'wrong')).toBe('bad-credentials');
    expect(await reasonOf(home, 'nobody', 'wrong')).toBe('rate-limited');
    expect(counted.checks).toBe(5);
  });

  test('shares its budget between all IPv6 addresses with the same first 64 bits', async () => {
    const { service, logIn, reasonOf } = await open();
    const { username, password } = await service.addUser();
    for (let tries = 0; tries < 5; tries += 1)
      expect(await reasonOf(`2001:db8:0:1::${tries}`, username, 'wrong')).toBe('bad-credentials');
    expect(await reasonOf('2001:DB8::1:ffff:1:1:1', username, password)).toBe('rate-limited');
    expect((await logIn('2001:db8:0:2::1', username, password)).body['success']).toBe(true);
  });
});

test('an address is allowed fifty wrong passwords in 15 minutes, for all accounts together', async () => {
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
