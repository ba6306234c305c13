// Resellers see the names of the subscriptions that their keys give, and no others.
import { expect, test } from 'vitest';
import { openWithResellers } from './support/resellers.ts';

test('a reseller gets the subscriptions of the levels of the account, and the seller gets all', async () => {
  const { ask, addReseller } = await openWithResellers();
  for (const [name, level] of [
    ['Studio', '2'],
    ['Pro add-on', '1'],
    ['Secret', '11'],
  ] as const)
    await ask('addsub', { name, level });
  const rita = await addReseller('Rita');
  // Subscriptions that were created in the same second have no fixed order.
  const names = (answer: { readonly body: Readonly<Record<string, unknown>> }) =>
    (answer.body['subs'] as { name: string }[]).map(({ name }) => name).sort(); // as its schema says
  expect(names(await rita.act('fetchallsubs'))).toEqual(['Pro', 'Pro add-on']);
  expect((await rita.act('fetchallsubs', { limit: '1' })).body).toMatchObject({ more: true });
  await ask('editaccount', { user: 'Rita', keylevels: '2' });
  expect(names(await rita.act('fetchallsubs'))).toEqual(['Studio']);
  await ask('editaccount', { user: 'Rita', keylevels: '' });
  expect(names(await rita.act('fetchallsubs'))).toEqual([]);
  expect(names(await ask('fetchallsubs'))).toEqual(['Pro', 'Pro add-on', 'Secret', 'Studio']);
});
