// Attacks on offline passes, each with a control (docs/helping.md#time-and-attacks).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nowMs, startRealLoader } from '../../../../test/core/real-loader.ts';
import { createFakeHardware } from '../../../../test/support/fake-hardware.ts';
import { byPassword, savedAs } from '../../../../test/support/fake-vault.ts';
import type { SavedSignIn, StoredPass } from '../../../../src/main/core/ports.ts';
import { addOtherApplication } from '../support/another-application.ts';
import { sellerOf } from '../support/seller-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import type { TestUser } from '../support/service-seeds.ts';

const hours = 72;

interface World {
  readonly service: TestService;
  readonly anna: TestUser;
  readonly berta: TestUser;
}

async function openWorld(): Promise<World> {
  const service = await startTestService({ now: () => nowMs });
  await sellerOf(service)('updatesettings', { offlinehours: String(hours) });
  const anna = await service.addUser({ username: 'anna' });
  return { service, anna, berta: await service.addUser({ username: 'berta' }) };
}

let world: World;
let entry: SavedSignIn;
beforeAll(async () => {
  world = await openWorld();
  entry = await signedIn(world.service, world.anna);
});
afterAll(() => world.service.close());

/** Signs in, and returns the saved sign-in with its pass. */
async function signedIn(
  service: TestService,
  { username, password }: TestUser,
): Promise<SavedSignIn> {
  const loader = await startRealLoader(service, {}, [savedAs(byPassword(username, password))]);
  loader.at('ready');
  await passStored(loader);
  loader.stop();
  const [saved] = loader.vault.list;
  if (saved === undefined) throw new Error('the sign-in is saved');
  return saved;
}

/** The device id is read before the pass is saved. */
async function passStored({ settled, vault }: Awaited<ReturnType<typeof startRealLoader>>) {
  while (vault.list[0]?.offline === undefined) {
    await settled();
    await new Promise((resolve) => void setImmediate(resolve));
  }
}

type Own = Parameters<typeof startRealLoader>[4];

/** Starts a loader that cannot reach the service. */
async function startAway(saved: SavedSignIn, overrides: object = {}, own: Own = {}) {
  const baseUrl = 'http://127.0.0.1:9';
  const loader = await startRealLoader(world.service, { baseUrl, ...overrides }, [saved], {}, own);
  const result = { phase: loader.phase(), pass: loader.vault.list[0]?.offline?.pass ?? null };
  loader.stop();
  return result;
}

const passOf = ({ offline }: SavedSignIn): StoredPass => {
  if (offline === undefined) throw new Error('the sign-in has a pass');
  return offline;
};
const withPass = (saved: SavedSignIn, pass: string): SavedSignIn => ({
  ...saved,
  offline: { ...passOf(saved), pass },
});

/** Expects that a loader refuses and deletes the pass, and that the unchanged pass still works. */
async function expectRefused(...given: Parameters<typeof startAway>) {
  const { phase, pass } = await startAway(...given);
  expect(phase.kind).toBe('unreachable');
  expect(phase).not.toHaveProperty('offlineEndedAt');
  expect(pass).toBeNull();
  const control = await startAway(entry);
  expect(control.phase).toMatchObject({ kind: 'ready', offline: {} });
  expect(control.pass).toBe(passOf(entry).pass);
}

test('refuses the pass of another user', async () => {
  const { username, password } = world.berta;
  const bertas = savedAs(byPassword(username, password));
  await expectRefused({ ...bertas, offline: passOf(entry) });
  // Control: the same account works with its own pass.
  const own = await startAway(await signedIn(world.service, world.berta));
  expect(own.phase).toMatchObject({ kind: 'ready', account: { username: 'berta' } });
});

test('refuses a profile that was copied to another computer', async () => {
  const hardware = createFakeHardware();
  hardware.values = { osId: 'another computer' };
  await expectRefused(entry, {}, { hardware });
});

test('refuses the pass of another application of the same service', async () => {
  const { service, anna } = world;
  const app = await addOtherApplication(service, { id: 'other', ownerid: service.app.ownerid });
  await expectRefused(entry, { name: app.name });
  await expectRefused(entry, { ownerid: 'zzzzz12345' });
  expect(anna.username).toBe('anna');
});

test('refuses the pass of another seller’s service', async () => {
  const other = await openWorld();
  try {
    const theirs = await signedIn(other.service, other.anna);
    await expectRefused(withPass(entry, passOf(theirs).pass));
  } finally {
    await other.service.close();
  }
});

describe('an edited pass', () => {
  const [level, until] = ['"level":"1"', '"until":'];
  test('is refused if any byte was changed', async () => {
    const { pass } = passOf(entry);
    for (let at = 0; at < pass.length; at += 37) {
      const changed = pass[at] === 'A' ? 'B' : 'A';
      const edited = pass.slice(0, at) + changed + pass.slice(at + 1);
      const { phase } = await startAway(withPass(entry, edited));
      expect(phase.kind).toBe('unreachable');
    }
  });

  test.each([
    ['with a higher level', level, '"level":"9"'],
    ['with a later end', until, '"until":4'],
  ])('is refused %s', async (_, from, to) => {
    const [json = '', signature = ''] = passOf(entry).pass.split('.');
    const text = Buffer.from(json, 'base64url').toString();
    expect(text).toContain(from);
    const edited = Buffer.from(text.replace(from, to)).toString('base64url');
    await expectRefused(withPass(entry, `${edited}.${signature}`));
  });
});

test('refuses a pass of an earlier signing key unless the loader still trusts that key', async () => {
  const { publicKey } = world.service;
  const next = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
  await expectRefused(entry, { publicKey: next });
  // Control: a loader that still trusts the earlier key.
  const { phase } = await startAway(entry, { publicKey: next, publicKeys: [publicKey] });
  expect(phase).toMatchObject({ kind: 'ready', offline: {} });
});

test('refuses an answer of the service in place of a pass', async () => {
  const { service } = world;
  const query = new URLSearchParams({ type: 'init', ...service.app });
  query.delete('sellerkey');
  const answer = await fetch(`${service.url}/api/1.3/?${query.toString()}`);
  const signature = Buffer.from(answer.headers.get('x-signature-ed25519') ?? '', 'hex');
  const body = Buffer.from(await answer.text());
  const forged = `${body.toString('base64url')}.${signature.toString('base64url')}`;
  await expectRefused(withPass(entry, forged));
});

test('a restored backup works until its pass ends, and no longer', async () => {
  const { phase } = await startAway(entry);
  if (phase.kind !== 'ready') throw new Error('the pass is valid');
  const until = nowMs - (nowMs % 1000) + hours * 3_600_000;
  expect(phase.offline).toEqual({ until });
  const late = { ...entry, offline: { ...passOf(entry), seenAt: until } };
  expect((await startAway(late)).phase).toMatchObject({
    kind: 'unreachable',
    offlineEndedAt: until,
  });
});

test('a ban reaches a loader that comes online, and deletes the pass', async () => {
  const { service } = world;
  const banned = await service.addUser({ username: 'carl' });
  const saved = await signedIn(service, banned);
  await service.changeUser('carl', { banned: 'Chargeback' });
  // A loader without the network cannot know of the ban.
  expect((await startAway(saved)).phase).toMatchObject({ kind: 'ready', offline: {} });
  const online = await startRealLoader(service, {}, [saved]);
  online.at('banned');
  await online.settled();
  expect(online.vault.list[0]?.offline).toBeUndefined();
  const again = await startAway(online.vault.list[0] ?? saved);
  expect(again.phase.kind).toBe('unreachable');
  online.stop();
});
