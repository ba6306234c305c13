// Seller keys with limited scopes: what each scope may do and see.
import { expect, test } from 'vitest';
import { sellerApi } from '@latchkey/protocol/seller-api.ts';
import { isScopeAccepted, narrowestScope, sellerScopes } from '@latchkey/protocol/seller-scopes.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { fillApplication } from './support/full-application.ts';
import { parametersOf } from './support/requests-from-spec.ts';
import { sellerText } from './support/seller-client.ts';
import { applicationId, openWithKeys as open } from './support/seller-keys.ts';

type Spec = readonly [string, SellerSpec];
const all: readonly Spec[] = Object.entries(sellerApi);

test.each(sellerScopes)(
  '%s allows exactly the operations whose specification permits it',
  async (scope) => {
    const { ask, addKey, service } = await open();
    await service.removeNeighbour();
    const sellerkey = await addKey(scope);
    let [taken, refused] = [0, 0];
    for (const [type, spec] of all) {
      // Nothing that these requests name exists, so allowed operations fail only for that reason.
      const sent = Object.fromEntries(
        parametersOf(spec.request)
          .filter(({ optional }) => !optional)
          .map(({ name, example }) => [name, example]),
      );
      const before = await service.database.selectFrom('licenses').select('key').execute();
      const answer = await ask(type, { ...sent, sellerkey });
      if (isScopeAccepted(scope, spec.scope)) {
        expect(answer.body['reason'], type).toBeUndefined();
        taken += 1;
        continue;
      }
      refused += 1;
      const needed = narrowestScope(spec.scope);
      expect(answer, type).toMatchObject({
        status: 400,
        body: { success: false, reason: 'scope', scope: needed },
      });
      expect(answer.message, type).toContain(`"${needed}"`);
      expect(await service.database.selectFrom('licenses').select('key').execute()).toEqual(before);
    }
    expect(taken + refused).toBe(all.length);
    expect(taken).toBeGreaterThan(0);
    if (scope !== 'all') expect(refused).toBeGreaterThan(10);
  },
);

/** docs/protocol.md#seller-keys, word for word. */
test('operations have the documented scopes', () => {
  const needing = (...needs: readonly string[]) =>
    all.flatMap(([type, { scope }]) => (needs.includes(scope) ? [type] : [])).sort();
  expect(needing('sell')).toEqual(['add', 'assignkey', 'ban', 'refund']);
  expect(needing('look-up')).toEqual(['fetchallsubs', 'fetchorder', 'info', 'keygrants', 'verify']);
  expect(needing('support')).toEqual(
    [
      ...['banuser', 'disable2fa', 'extend', 'kill', 'pauseuser', 'resetpw', 'resetuser'],
      ...['unbanuser', 'unpauseuser', 'removecomputer', 'endsessions', 'passwordlink'],
      'delmessage',
    ].sort(),
  );
  expect(needing('release')).toEqual(
    [
      ...['beginrelease', 'missingchunks', 'prunereleases', 'publishrelease'],
      ...['retractrelease', 'rolloutrelease', 'uploadrelease'],
    ].sort(),
  );
  expect(needing('release-list')).toEqual(['fetchreleases']);
  for (const [type, { changes, scope }] of all) {
    if (scope === 'release') continue;
    // Operations that change nothing need only a scope for reading, and no others do.
    const readScopes = isOfShops(type) ? ['all'] : ['read', 'look-up', 'release-list', 'any'];
    if (changes === null) expect(readScopes, type).toContain(scope);
    if (scope === 'read' && changes !== null) expect(['findkey', 'finduser'], type).toContain(type);
  }
});

/** SECURITY: these answers have the addresses of shops, and what buyers bought. */
function isOfShops(type: string): boolean {
  return ['fetchallshops', 'fetchshopevents'].includes(type);
}

test('the scope support can extend one user, but never all users', async () => {
  const { ask, addKey, service } = await open();
  await service.removeNeighbour();
  const sellerkey = await addKey('support');
  const { username } = await service.addUser({ subscription: { days: 3 } });
  const other = await service.addUser({ subscription: { days: 3 } });
  const extend = { sub: 'Pro', expiry: '10', sellerkey };
  const everybody = await ask('extend', { ...extend, user: 'all' });
  expect(everybody).toMatchObject({ status: 400, body: { reason: 'scope', scope: 'all' } });
  const left = async (user: string) =>
    ((await ask('userdata', { user })).body['subscriptions'] as { timeleft: number }[])[0]
      ?.timeleft; // as its schema says
  expect(await left(username)).toBe(3 * 86_400);
  expect((await ask('extend', { ...extend, user: username })).success).toBe(true);
  expect(await left(username)).toBe(13 * 86_400);
  expect(await left(other.username)).toBe(3 * 86_400);
  expect(
    (await ask('extend', { ...extend, sellerkey: service.app.sellerkey, user: 'all' })).success,
  ).toBe(true);
  expect(await left(other.username)).toBe(13 * 86_400);
});

test.each(['read', 'support'] as const)(
  '%s sees unused keys only in masked form',
  async (scope) => {
    const { ask, addKey, service, send, init } = await open();
    const sellerkey = await addKey(scope);
    await fillApplication(service.database, applicationId, 'filled-with');
    const made = (await ask('add', { expiry: '1', amount: '3', order: '10042', note: 'June' }))
      .body;
    const [used = '', unused = '', banned = ''] = made['keys'] as string[]; // as its schema says
    const { username } = await service.addUser();
    await send({ type: 'upgrade', sessionid: await init(), username, key: used });
    await ask('ban', { key: banned, reason: 'Chargeback' });
    await ask('addtoken', { key: unused });
    // Everything that the scope may read, with parameters that lead to these keys.
    const texts: string[] = [];
    for (const [type, spec] of all) {
      if (
        !isScopeAccepted(scope, spec.scope) ||
        (spec.changes !== null && !type.startsWith('find'))
      )
        continue;
      for (const sent of [
        { order: '10042', key: unused, text: '10042', user: username },
        { text: 'June' },
      ]) {
        const query = new URLSearchParams({ ...sent, type, sellerkey, operation: 'delused' });
        const response = await fetch(`${service.url}/api/seller/?${query.toString()}`);
        texts.push(await response.text());
      }
      texts.push(
        await (
          await fetch(
            `${service.url}/api/seller/?${new URLSearchParams({ type, sellerkey, format: 'text' }).toString()}`,
          )
        ).text(),
      );
    }
    const whole = texts.join('\n');
    expect(whole).not.toContain(unused);
    expect(whole).not.toContain(banned);
    expect(whole).toContain(`****${unused.slice(-4)}`);
    expect(whole).toContain(used);
    // Keys with other scopes see them.
    expect(await sellerText(service, { type: 'fetchallkeys' })).toContain(unused);
    const shop = { sellerkey: await addKey('sell') };
    expect(JSON.stringify((await ask('fetchorder', { order: '10042', ...shop })).body)).toContain(
      unused,
    );
  },
);

test('the scope read cannot guess an unused key from its last characters', async () => {
  const { ask, addKey } = await open();
  const sellerkey = await addKey('read');
  const key = String((await ask('add', { expiry: '1' })).body['key']);
  const find = async (text: string) => (await ask('findkey', { text, sellerkey })).body['keys'];
  const masked = [{ key: `****${key.slice(-4)}`, by: 'key' }];
  expect(await find(key.slice(-4))).toMatchObject(masked);
  for (const length of [5, 6, 7, 20, key.length - 1])
    expect(await find(key.slice(-length))).toEqual([]);
  expect(await find(key)).toMatchObject(masked);
  await ask('add', { expiry: '1', mask: 'OWN12345', force: '1' });
  expect(await find('2345')).toEqual([]);
  expect((await ask('findkey', { text: key.slice(-5) })).body['keys']).toMatchObject([{ key }]);
});
