// Hundreds of wrong passwords from many addresses: how many are checked, and that others sign in.
import { expect, onTestFinished, test } from 'vitest';
import type { Passwords } from '../src/secrets/passwords.ts';
import { inParallel } from './support/fast-client.ts';
import { behindProxy, signInFrom } from './support/many-addresses.ts';
import { temporaryFolder } from './support/service-command.ts';
import { startTestService } from './support/service.ts';

const tries = 400;
/** The limits of an account in an hour, and of an account from one address in 15 minutes. */
const [ofAccount, ofAddress] = [50, 5];

async function open() {
  let checks = 0;
  const wrapPasswords = (passwords: Passwords): Passwords => ({
    ...passwords,
    verify: (...given) => {
      checks += 1;
      return passwords.verify(...given);
    },
  });
  const clock = { ms: 1_900_000_000_000 };
  const service = await startTestService({
    ...behindProxy,
    dataFolder: temporaryFolder(),
    now: () => clock.ms,
    wrapPasswords,
  });
  onTestFinished(() => service.close());
  return { service, clock, checks: () => checks };
}

test('limits guesses against one account', { timeout: 300_000 }, async () => {
  const { service, checks } = await open();
  const [victim, other] = [await service.addUser(), await service.addUser()];
  const logIn = await signInFrom(service);
  // A separate session: one that is signed in as the victim would be known.
  const attack = await signInFrom(service);
  // The victim has signed in from home before.
  expect((await logIn('198.51.100.7', victim.username, victim.password)).body['success']).toBe(
    true,
  );
  const before = checks();
  let othersSignIns = 0;
  let homeSignIns = 0;
  const reasons = new Map<unknown, number>();
  await inParallel(Array.from({ length: tries }), async (_, index) => {
    const { body } = await attack(`203.0.113.${index % 20}`, victim.username, `wrong ${index}`);
    reasons.set(body['reason'], (reasons.get(body['reason']) ?? 0) + 1);
    if (index % 20 !== 10) return;
    const one = await logIn('198.51.100.8', other.username, other.password);
    othersSignIns += Number(one.body['success'] === true);
    const home = await logIn('198.51.100.7', victim.username, victim.password);
    homeSignIns += Number(home.body['success'] === true);
  });
  expect(reasons.get('bad-credentials')).toBe(ofAccount);
  expect(reasons.get('rate-limited')).toBe(tries - ofAccount);
  expect([othersSignIns, homeSignIns]).toEqual([20, 20]);
  expect(checks() - before).toBe(ofAccount + othersSignIns + homeSignIns);
});

test('limits guesses against two hundred accounts', { timeout: 300_000 }, async () => {
  const { service, checks } = await open();
  const other = await service.addUser();
  const logIn = await signInFrom(service);
  let othersSignIns = 0;
  const reasons = new Map<unknown, number>();
  const attackers = 5;
  await inParallel(Array.from({ length: tries }), async (_, index) => {
    const address = `203.0.113.${index % attackers}`;
    const { body } = await logIn(address, `victim ${Math.floor(index / 2)}`, `wrong ${index}`);
    reasons.set(body['reason'], (reasons.get(body['reason']) ?? 0) + 1);
    if (index % 20 !== 10) return;
    const { body: right } = await logIn('198.51.100.8', other.username, other.password);
    othersSignIns += Number(right['success'] === true);
  });
  // Fifty from each address, for all accounts together.
  expect(reasons.get('bad-credentials')).toBe(50 * attackers);
  expect(reasons.get('rate-limited')).toBe(tries - 50 * attackers);
  expect(othersSignIns).toBe(20);
  expect(checks()).toBe(50 * attackers + othersSignIns);
});

test('renews the budget of wrong passwords every hour', { timeout: 60_000 }, async () => {
  const { service, clock, checks } = await open();
  const { username } = await service.addUser();
  for (let hour = 1; hour <= 3; hour += 1) {
    const logIn = await signInFrom(service);
    await inParallel(Array.from({ length: 100 }), async (_, index) => {
      await logIn(`203.0.113.${index % (ofAccount / ofAddress)}`, username, 'wrong');
    });
    expect(checks()).toBe(hour * ofAccount);
    clock.ms += 3_600_000;
  }
});
