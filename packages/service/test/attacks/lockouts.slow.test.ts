// Attack: wrong guesses to lock a user out, from everywhere or from the user's own address.
import { expect, test } from 'vitest';
import { behindProxy, sendFrom, signInFrom } from '../support/many-addresses.ts';
import { hwid, openWire } from '../support/service-client.ts';

const home = '198.51.100.7';

/** Anna has signed in from `home`, and from no other address. */
async function open() {
  const clock = { ms: 1_900_000_000_000 };
  const { service } = await openWire({ ...behindProxy, now: () => clock.ms });
  const send = sendFrom(service);
  const anna = await service.addUser();
  const logIn = await signInFrom(service);
  expect((await logIn(home, anna.username, anna.password)).body['success']).toBe(true);
  const sessionid = String((await send(home, { type: 'init' })).body['sessionid']);
  const redeem = async (address: string, key: string, session = sessionid) => {
    const parameters = { type: 'upgrade', sessionid: session, username: anna.username, key };
    const { body } = await send(address, parameters);
    return body['success'] === true ? 'redeemed' : body['reason'];
  };
  const signIn = async (address: string) => {
    const fresh = await signInFrom(service);
    const { body } = await fresh(address, anna.username, anna.password);
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  return { clock, service, send, anna, redeem, signIn, sessionid };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** 50 wrong passwords for Anna, 5 from each of 10 addresses. */
async function fromEverywhere({ service, anna }: Opened) {
  const logIn = await signInFrom(service);
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await logIn(`192.0.2.${tries % 10}`, anna.username, 'wrong');
    expect(body['reason']).toBe('bad-credentials');
  }
}

/** 50 wrong passwords at Anna's address, each for another user. */
async function nextDoor({ service }: Opened) {
  const logIn = await signInFrom(service);
  for (let tries = 0; tries < 50; tries += 1) {
    const { body } = await logIn(home, `neighbour ${tries}`, 'wrong');
    expect(body['reason']).toBe('bad-credentials');
  }
}

const stories = [
  ['a stranger from everywhere', fromEverywhere],
  ['a neighbour at the same address', nextDoor],
] as const;

test.each(stories)(
  '%s does not prevent a known user from redeeming or signing in',
  async (_who, act) => {
    const opened = await open();
    const { service, redeem, signIn } = opened;
    const keys = [await service.addLicense({ days: 1 }), await service.addLicense({ days: 1 })];
    await act(opened);
    expect(await redeem(home, keys[0] ?? '')).toBe('redeemed');
    expect(await signIn(home)).toBe('signed in');
    // Control: after five wrong keys, Anna cannot redeem there even a valid key. While the address
    // is locked out, a wrong key gets the answer that a stranger gets.
    const wrongKey = act === nextDoor ? 'rate-limited' : 'key-unknown';
    for (let tries = 0; tries < 5; tries += 1)
      expect(await redeem(home, `NO-SUCH-${tries}`)).toBe(wrongKey);
    expect(await redeem(home, 'NO-SUCH')).toBe('rate-limited');
    expect(await redeem(home, keys[1] ?? '')).toBe('rate-limited');
  },
);

test('guesses do not block a signed-in session at any address', async () => {
  const opened = await open();
  const { service, send, anna, redeem } = opened;
  const away = '203.0.113.77';
  const sessionid = String((await send(away, { type: 'init' })).body['sessionid']);
  const { username, password: pass } = anna;
  const { body } = await send(away, { type: 'login', sessionid, username, pass, hwid });
  expect(body['success']).toBe(true);
  await service.database.deleteFrom('knownAddresses').execute();
  await fromEverywhere(opened);
  // Control: another session at the same address is treated as a stranger's.
  const [first, second] = [
    await service.addLicense({ days: 1 }),
    await service.addLicense({ days: 1 }),
  ];
  expect(await redeem(away, first)).toBe('rate-limited');
  expect(await redeem(away, first, sessionid)).toBe('redeemed');
  expect(await redeem(away, second, sessionid)).toBe('redeemed');
});

test('guesses do not block a user who signs in with a key alone', async () => {
  const opened = await open();
  const { service, send } = opened;
  const key = await service.addLicense({ days: 5 });
  const sign = async (address: string) => {
    const sessionid = String((await send(address, { type: 'init' })).body['sessionid']);
    const { body } = await send(address, { type: 'license', sessionid, key, hwid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  expect(await sign(home)).toBe('signed in');
  await nextDoor(opened);
  expect(await sign(home)).toBe('signed in');
  // Control: the user has never signed in from this address.
  const logIn = await signInFrom(service);
  for (let tries = 0; tries < 50; tries += 1) await logIn('192.0.2.50', `user ${tries}`, 'wrong');
  expect(await sign('192.0.2.50')).toBe('rate-limited');
});

test('guesses from many addresses block a user only at unknown addresses', async () => {
  const opened = await open();
  const key = await opened.service.addLicense({ days: 1 });
  const away = '203.0.113.77';
  await fromEverywhere(opened);
  expect(await opened.redeem(away, key)).toBe('rate-limited');
  expect(await opened.redeem(home, key)).toBe('redeemed');
});
