// Settings that give answers the form of other services of this API family.
import { expect, test } from 'vitest';
import { addOtherApplication } from './support/another-application.ts';
import { addressOf, fetchRaw } from './support/public-client.ts';
import { sellerOf } from './support/seller-client.ts';
import { openWire, readAnswer } from './support/service-client.ts';

const good = { success: true };
const wholeKey = expect.stringMatching(/^([0-9A-Za-z]{6}-){5}[0-9A-Za-z]{6}$/) as unknown;

test('severalkeysstatus=302 changes the status of answers with several keys, and of no others', async () => {
  const { service } = await openWire();
  const ask = sellerOf(service);
  const url = `${addressOf(service, 'seller')}?sellerkey=${service.app.sellerkey}`;
  const add = (parameters: string) => fetch(`${url}&type=add&expiry=1&${parameters}`);
  const other = await addOtherApplication(service, { id: 'one-of-302' });
  expect((await add('amount=2')).status).toBe(200);
  await ask('updatesettings', { severalkeysstatus: '302', failurestatus: '200' });
  expect((await ask('getsettings')).body).toMatchObject({ severalkeysstatus: '302' });
  for (const parameters of ['amount=2', 'amount=2&order=302', 'amount=2&order=302']) {
    const answer = await add(parameters);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, null]);
    expect(await answer.json()).toMatchObject({
      ...good,
      message: 'Licenses successfully generated',
      keys: [wholeKey, wholeKey],
    });
  }
  expect((await add('amount=1')).status).toBe(200);
  const text = await add('amount=2&format=text');
  expect([text.status, (await text.text()).split('\r\n')]).toEqual([200, [wholeKey, wholeKey]]);
  expect((await add('amount=101')).status).toBe(200);
  const theirs = await ask('add', { expiry: '1', amount: '2', sellerkey: other.sellerkey });
  expect(theirs.status).toBe(200);
  await ask('updatesettings', { severalkeysstatus: '200', failurestatus: 'spec' });
  expect((await add('amount=2')).status).toBe(200);
  expect((await add('amount=101')).status).toBe(400);
});

test('nestedsubscriptions wraps the subscriptions in the answer of activate in an object', async () => {
  const { service } = await openWire();
  const ask = sellerOf(service);
  const activate = async (user: string) => {
    const key = await service.addLicense({ days: 3 });
    const raw = `type=activate&user=${user}&pass=x&key=${key}`;
    const { body } = await readAnswer(await fetchRaw(service, 'seller', 'GET', raw));
    return (body['info'] as Readonly<Record<string, unknown>>)['subscriptions'];
  };
  const list = [expect.objectContaining({ subscription: 'Pro', level: '1' }) as unknown];
  expect(await activate('flat-1')).toEqual(list);
  await ask('updatesettings', { nestedsubscriptions: '1' });
  expect((await ask('getsettings')).body).toMatchObject({ nestedsubscriptions: true });
  expect(await activate('nested')).toEqual({ subscriptions: list });
  await ask('updatesettings', { nestedsubscriptions: '0' });
  expect(await activate('flat-2')).toEqual(list);
});
