// Finding users by a part of what they own, on both databases; LIKE wildcards mean nothing.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

test('a part of a name finds its user in any case, and wildcards are literal', async () => {
  const { service, init, send } = await openWire();
  const ask = sellerOf(service);
  for (const username of ['Anna_Lee', 'Straße%']) await service.addUser({ username });
  await service.bindDevice('Anna_Lee', 'Device-of-anna-0123456789');
  const { body } = await ask('add', { expiry: '1', mask: 'SHOP-************-ABcd', force: '1' });
  const key = String(body['key']);
  await send({ type: 'upgrade', sessionid: await init(), username: 'Straße%', key });
  const find = async (text: string) =>
    ((await ask('finduser', { text })).body['users'] as { username: string; by: string }[]).map(
      ({ username, by }) => `${username} by ${by}`,
    );
  expect(await find('aNNa')).toEqual(['Anna_Lee by name']);
  expect(await find('STRASSE')).toEqual(['Straße% by name']);
  expect(await find('_')).toEqual(['Anna_Lee by name']);
  expect(await find('%')).toEqual(['Straße% by name']);
  expect(await find('Device-of')).toEqual(['Anna_Lee by device']);
  expect(await find('-abCD')).toEqual(['Straße% by key']);
  expect(await find('bcd')).toEqual([]);
  expect(await find("' or 1=1 --")).toEqual([]);
});

test('a mail address finds only its own user', async () => {
  const { service } = await openWire();
  const ask = sellerOf(service);
  for (const username of ['Anna', 'Berta', 'Clara']) await service.addUser({ username });
  for (const [user, email] of [
    ['Anna', 'one@example.com'],
    ['Berta', 'two@example.com'],
  ] as const)
    await ask('editemail', { user, email });
  const { body } = await ask('finduser', { text: 'Two@example.com' });
  expect(body['users']).toMatchObject([{ username: 'Berta', by: 'mail' }]);
});
