// Attack: after 50 wrong sign-ins from an address, someone probes which users sign in from there.
import { expect, test } from 'vitest';
import { scopesOf } from '../../src/secrets/budgets.ts';
import { behindProxy, sendFrom, signInFrom } from '../support/many-addresses.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { hwid, openWire, type Answer } from '../support/service-client.ts';
import { settingsFile } from '../forgot-parts.ts';
import { counting } from '../throttles-parts.ts';

const home = '198.51.100.7';
const quarterHourMs = 15 * 60_000;

async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const { counted, wrapPasswords } = counting();
  // Nothing is sent, because every address is wrong.
  const smtpFile = settingsFile({
    url: 'smtp://127.0.0.1:1',
    from: 'x@example.org',
    publicUrl: 'https://license.example.org/',
  });
  const options = { ...behindProxy, now: () => clock.ms, wrapPasswords, smtpFile };
  const { service } = await openWire(options);
  await service.database.updateTable('applications').set({ webLoader: 1 }).execute();
  const send = sendFrom(service);
  const ask = sellerOf(service);
  const { body } = await send(home, { type: 'init' });
  const sessionid = String(body['sessionid']);
  const from = (address: string, parameters: Readonly<Record<string, string>>) =>
    send(address, { sessionid, ...parameters });
  const logIn = await signInFrom(service);
  /** Adds a user who has signed in at home, in a separate session. */
  const known = async () => {
    const user = await service.addUser();
    const own = await signInFrom(service);
    expect((await own(home, user.username, user.password)).body['success']).toBe(true);
    await ask('editemail', { user: user.username, email: `${user.username}@example.org` });
    return user;
  };
  /** Makes one attempt and sets the count to `tries`; lockouts.slow.test.ts makes every attempt. */
  const spend = async (tries: number) => {
    expect((await logIn(home, 'stranger', 'wrong')).body['reason']).toBe('bad-credentials');
    const origin = { application: { id: ownApplicationId }, ip: home };
    await service.database
      .updateTable('throttles')
      .set({ count: tries })
      .where('scope', '=', scopesOf(origin, { name: '' }).address)
      .execute();
  };
  return { clock, counted, service, ask, from, logIn, known, spend };
}

/** Everything that a client sees, except what differs in each answer. */
function seen({ status, headers, body }: Answer) {
  const { nonce: _nonce, challenge: _challenge, ...fields } = body;
  return { ...fields, status, header: headers.get('retry-after') };
}

const wrong: Readonly<Record<string, (name: string) => Readonly<Record<string, string>>>> = {
  login: (username) => ({ type: 'login', username, pass: 'wrong', hwid }),
  'login with a token': (username) => ({ type: 'login', username, token: 'wrong', hwid }),
  loginEmail: (name) => ({
    type: 'loginEmail',
    email: `${name}@example.org`,
    pass: 'wrong',
    hwid,
  }),
  license: (key) => ({ type: 'license', key, hwid }),
  forgot: (username) => ({ type: 'forgot', username, email: 'wrong@example.org' }),
  register: (username) => ({ type: 'register', username, pass: 'secret', key: 'NO-SUCH', hwid }),
  upgrade: (username) => ({ type: 'upgrade', username, key: 'NO-SUCH' }),
  'upgrade with a used key': (username) => ({ type: 'upgrade', username, key: 'USED' }),
};

test.each(Object.keys(wrong))(
  '%s answers the same for every name, however often it is tried',
  async (operation) => {
    const { service, from, known, spend, counted } = await open();
    const names = [
      (await known()).username,
      (await service.addUser()).username,
      'no-such-user',
    ] as const;
    await service.database
      .insertInto('licenses')
      .values({
        applicationId: ownApplicationId,
        key: 'USED',
        keyFold: 'used',
        status: 'used',
        level: '1',
        seconds: 1,
        createdAt: 1,
        usedAt: 1,
      })
      .execute();
    await spend(50);
    counted.checks = 0;
    const ask = wrong[operation] ?? (() => ({}));
    const answers: unknown[][] = [[], [], []];
    for (let tries = 0; tries < 7; tries += 1)
      for (const [index, name] of names.entries())
        answers[index]?.push(seen(await from(home, ask(name))));
    const [first] = answers[2] ?? [];
    expect(first).toMatchObject({ reason: 'rate-limited', retryAfter: 900, header: '900' });
    expect(answers).toEqual(answers.map((all) => all.map(() => first)));
    // Only a known user's guesses are verified, and five of them.
    expect(counted.checks).toBe(['login', 'loginEmail', 'license'].includes(operation) ? 5 : 0);
  },
);

test.each(['login', 'upgrade'])(
  'the attempts left for other names do not reveal a known one: %s',
  async (operation) => {
    const { service, from, known, spend, clock } = await open();
    const ask = wrong[operation] ?? (() => ({}));
    const messages: unknown[] = [];
    for (const name of [(await known()).username, 'nobody at all']) {
      await spend(44);
      const answers: unknown[] = [];
      for (let tries = 0; tries < 6; tries += 1) answers.push(seen(await from(home, ask(name))));
      for (let tries = 0; tries < 4; tries += 1)
        answers.push(seen(await from(home, wrong['login']?.(`other ${tries}`) ?? {})));
      messages.push(answers);
      clock.ms += 2 * quarterHourMs;
      await service.database.deleteFrom('throttles').execute();
    }
    expect(messages[0]).toEqual(messages[1]);
    expect(messages[1]).toContainEqual(expect.objectContaining({ reason: 'rate-limited' }));
  },
);

test('control: a known user signs in and redeems, and a stranger does not', async () => {
  const { service, from, logIn, known, spend, clock } = await open();
  const [anna, stranger] = [await known(), await service.addUser()];
  const [one, other] = [
    await service.addLicense({ days: 1 }),
    await service.addLicense({ days: 1 }),
  ];
  await spend(50);
  const redeem = async (username: string, key: string) =>
    (await from(home, { type: 'upgrade', username, key })).body['reason'] ?? 'redeemed';
  expect(await redeem(anna.username, one)).toBe('redeemed');
  expect(await redeem(stranger.username, other)).toBe('rate-limited');
  const signIn = async ({ username, password }: typeof anna, address = home) =>
    (await logIn(address, username, password)).body['reason'] ?? 'signed in';
  expect(await signIn(stranger)).toBe('rate-limited');
  expect(await signIn(stranger, '203.0.113.9')).toBe('signed in');
  for (let tries = 0; tries < 4; tries += 1) {
    expect((await logIn(home, anna.username, 'wrong')).body['reason']).toBe('rate-limited');
    expect(await signIn(anna)).toBe('signed in');
  }
  clock.ms += quarterHourMs;
  expect((await logIn(home, anna.username, 'wrong')).body['reason']).toBe('bad-credentials');
  expect(await signIn(stranger)).toBe('signed in');
});

test('control: a session that is signed in as the user still gets the reason', async () => {
  const { from, logIn, known, spend, service } = await open();
  const anna = await known();
  await spend(50);
  const { username } = anna;
  await service.addLicense({ days: 1 });
  const { body } = await from(home, { type: 'login', username, pass: anna.password, hwid });
  expect(body['success']).toBe(true);
  expect((await from(home, { type: 'upgrade', username, key: 'NO-SUCH' })).body['reason']).toBe(
    'key-unknown',
  );
  expect((await logIn(home, username, 'wrong')).body['reason']).toBe('rate-limited');
});
