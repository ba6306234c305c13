// Attack: a user calls the program's own `ban` against somebody else's device or address.
import { expect, test } from 'vitest';
import { behindProxy, sendFrom, signInFrom } from '../support/many-addresses.ts';
import { hwid, openWire } from '../support/service-client.ts';

const [victimsDevice, home] = ['e'.repeat(64), '198.51.100.7'];

async function open(banAddress: 0 | 1) {
  const { service } = await openWire(behindProxy);
  await service.database.updateTable('applications').set({ banAddress }).execute();
  const send = sendFrom(service);
  const [attacker, victim] = [await service.addUser(), await service.addUser()];
  const logIn = await signInFrom(service);
  const signIn = async ({ username, password }: typeof victim, device: string) =>
    (await logIn(home, username, password, { hwid: device })).body;
  expect(await signIn(victim, victimsDevice)).toMatchObject({ success: true });
  const { body } = await send(home, { type: 'init' });
  const sessionid = String(body['sessionid']);
  const { username, password: pass } = attacker;
  await send(home, { type: 'login', sessionid, username, pass, hwid });
  const ban = (device: string) => send(home, { type: 'ban', sessionid, hwid: device });
  const blacklist = async () =>
    (await service.database.selectFrom('blacklist').select('data').execute()).map(
      ({ data }) => data,
    );
  return { victim, attacker, signIn, ban, blacklist };
}

test("a ban by the program blacklists only the user's own device", async () => {
  const { victim, attacker, signIn, ban, blacklist } = await open(0);
  expect((await ban(victimsDevice)).body).toMatchObject({ success: true });
  expect(await blacklist()).toEqual([]);
  expect(await signIn(victim, victimsDevice)).toMatchObject({ success: true });
  // Control: the ban itself is in force.
  expect(await signIn(attacker, hwid)).toMatchObject({ reason: 'banned' });
});

test("control: a ban by the program blacklists the user's own device, and the address if enabled", async () => {
  const first = await open(0);
  await first.ban(hwid);
  expect(await first.blacklist()).toEqual([hwid]);
  expect(await first.signIn(first.victim, victimsDevice)).toMatchObject({ success: true });
  const second = await open(1);
  await second.ban(hwid);
  expect((await second.blacklist()).toSorted()).toEqual([home, hwid]);
});
