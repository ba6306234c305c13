// Buttons of the web loader, and how every long list of the seller API is read in parts.
import { expect, test } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { openWire } from './support/service-client.ts';

async function open() {
  const { service } = await openWire();
  return { service, ask: sellerOf(service) };
}

test('a button is added, listed and removed', async () => {
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

test('a value is taken once', async () => {
  const { ask } = await open();
  await ask('addbutton', { value: 'a', text: 'First' });
  expect(await ask('addbutton', { value: 'a', text: 'Other' })).toMatchObject({
    status: 400,
    message: 'Button value already exists!',
  });
  expect((await ask('fetchallbuttons')).body['buttons']).toEqual([{ text: 'First', value: 'a' }]);
});

test('what is not there cannot be removed', async () => {
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

test('all buttons are removed', async () => {
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

test('a list is read in parts that neither overlap nor leave anything out', async () => {
  const { ask } = await open();
  const values = ['a', 'b', 'c', 'd', 'e'];
  for (const value of values) await ask('addbutton', { value, text: value });
  const seen: unknown[] = [];
  for (let offset = 0; ; offset += 2) {
    const { body } = await ask('fetchallbuttons', { offset: String(offset), limit: '2' });
    seen.push(...(body['buttons'] as { value: string }[]).map(({ value }) => value)); // as its schema says
    if (body['more'] !== true) break;
  }
  expect(seen).toEqual(values);
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
])('a list cannot be read with %j', async (page) => {
  const { ask } = await open();
  const [name = ''] = Object.keys(page);
  expect(await ask('fetchallbuttons', page)).toMatchObject({
    status: 400,
    message: `The parameter "${name}" is not valid.`,
  });
});
