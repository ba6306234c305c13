// Buttons of the web loader, and the paging that all long lists of the seller API share.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const { service } = await openWire();
  return { service, ask: sellerOf(service) };
}

test('adds, lists and removes a button', async () => {
  const { ask } = await open();
  expect(await ask('addbutton', { value: 'b', text: 'Second' })).toMatchObject({
    status: 200,
    message: 'Successfully added button!',
  });
  await ask('addbutton', { value: 'a', text: 'First' });
  const { body } = await ask('fetchallbuttons');
  expect(body['buttons']).toEqual([
    { text: 'First', value: 'a' },
    { text: 'Second', value: 'b' },
  ]);
  expect(await ask('delbutton', { value: 'a' })).toMatchObject({
    message: 'Successfully deleted button!',
  });
  expect((await ask('fetchallbuttons')).body['buttons']).toEqual([{ text: 'Second', value: 'b' }]);
});

test('rejects the value of an existing button', async () => {
  const { ask } = await open();
  await ask('addbutton', { value: 'a', text: 'First' });
  expect(await ask('addbutton', { value: 'a', text: 'Other' })).toMatchObject({
    status: 400,
    message: 'Button value already exists!',
  });
  expect((await ask('fetchallbuttons')).body['buttons']).toEqual([{ text: 'First', value: 'a' }]);
});

test('rejects the removal of missing buttons', async () => {
  const { ask } = await open();
  expect(await ask('delbutton', { value: 'a' })).toMatchObject({
    status: 400,
    message: 'Failed to delete button!',
  });
  expect(await ask('delallbuttons')).toMatchObject({
    status: 400,
    message: 'Failed to delete all buttons!',
  });
});

test('removes all buttons', async () => {
  const { ask } = await open();
  for (const value of ['a', 'b']) await ask('addbutton', { value, text: value });
  expect(await ask('delallbuttons')).toMatchObject({
    message: 'Successfully deleted all buttons!',
  });
  expect((await ask('fetchallbuttons')).body).toEqual({
    success: true,
    message: 'Successfully retrieved buttons',
    buttons: [],
  });
});

test('pages neither overlap nor skip rows', async () => {
  const { ask } = await open();
  const values = ['a', 'b', 'c', 'd', 'e'];
  for (const value of values) await ask('addbutton', { value, text: value });
  const received: unknown[] = [];
  for (let offset = 0; ; offset += 2) {
    const { body } = await ask('fetchallbuttons', { offset: String(offset), limit: '2' });
    received.push(...(body['buttons'] as { value: string }[]).map(({ value }) => value)); // as its schema says
    if (body['more'] !== true) break;
  }
  expect(received).toEqual(values);
  expect((await ask('fetchallbuttons', { offset: '4', limit: '1' })).body).not.toHaveProperty(
    'more',
  );
  expect((await ask('fetchallbuttons', { limit: '5' })).body).not.toHaveProperty('more');
});

test.each([
  { limit: '0' },
  { limit: '10001' },
  { limit: 'all' },
  { offset: '-1' },
  { offset: '1.5' },
])('rejects the page %j', async (page) => {
  const { ask } = await open();
  const [name = ''] = Object.keys(page);
  expect(await ask('fetchallbuttons', page)).toMatchObject({
    status: 400,
    message: `The parameter "${name}" is not valid.`,
  });
});
