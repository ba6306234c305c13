// The desk asks for the password again before dangerous operations.
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { confirmedTypes, needsPassword } from '@latchkey/protocol/desk-confirmation.ts';
import { sellerApi, type SellerType } from '@latchkey/protocol/seller-api.ts';
import type { SellerSpec } from '@latchkey/protocol/seller-spec.ts';
import { bulkTypes } from '@latchkey/protocol/seller/bulk.ts';
import { secretSettings } from '@latchkey/protocol/seller/settings.ts';
import { openWithDesk } from './support/desk.ts';
import { password } from './support/people.ts';

const specs = Object.entries<SellerSpec>(sellerApi) as [SellerType, SellerSpec][]; // keys of sellerApi
const needed = { status: 403, body: { success: false, code: 'password-needed' } };
const application = 'Test Application';

/** Names of fields that are secrets, also in the rows of a list. */
function secretsIn(schema: z.ZodType): readonly string[] {
  const shape = 'shape' in schema ? (schema.shape as Record<string, z.ZodType>) : {}; // z.object has a shape
  return Object.entries(shape).flatMap(([name, field]) => {
    const element = 'element' in field ? secretsIn(field.element as z.ZodType) : []; // z.array has one
    return /^(secret|pass|passwd|password|passwordhash|sellerkey|token|upload)$/.test(name)
      ? [name, ...element]
      : element;
  });
}

test('covers accounts, bulk changes, and every operation that returns or sets a secret', () => {
  // An empty secret, the label of a key, and names of tokens.
  const harmless: readonly string[] = [
    'appdetails',
    'fetchauditlog',
    'userdata',
    'deltoken',
    'bantoken',
    'unbantoken',
  ];
  const secret = specs.flatMap(([type, { request, answer }]) =>
    [...secretsIn(request), ...secretsIn(answer)].length > 0 && !harmless.includes(type)
      ? [type]
      : [],
  );
  expect(secret.filter((type) => !confirmedTypes.has(type))).toEqual([]);
  expect(secret.length).toBeGreaterThan(6);
  const accounts = specs.flatMap(([type, { changes }]) =>
    changes !== null && /account$|balance$/i.test(type) ? [type] : [],
  );
  expect(accounts.filter((type) => !confirmedTypes.has(type))).toEqual([]);
  const single = bulkTypes.filter((type) => !confirmedTypes.has(type));
  expect(single).toEqual(['extend', 'setvar']);
  for (const type of single) {
    expect(needsPassword(type, new Map([['user', 'all']]))).toBe(true);
    expect(needsPassword(type, new Map([['user', 'anna']]))).toBe(false);
  }
  for (const name of ['webhook', ...secretSettings])
    expect(needsPassword('updatesettings', new Map([[name, 'x']]))).toBe(true);
  expect(needsPassword('updatesettings', new Map([['cooldown', '1']]))).toBe(false);
});

test('a sign-in and the password again are valid for five minutes in their session only', async () => {
  const { browserOf, browser, signInWith, pass, audit } = await openWithDesk();
  const mia = await browserOf('Mia', { scopes: 'all' });
  const other = browser();
  await signInWith(other, 'Mia');
  const add = (one = mia) => one.ask('addAccount', { application, role: 'Manager', user: 'Lea' });
  pass(299);
  expect((await add()).body).toMatchObject({ success: true });
  pass(1);
  expect(await add()).toMatchObject(needed);
  expect(await mia.ask('confirm', { password: 'wrong' })).toMatchObject({
    status: 400,
    body: { code: 'wrong-password' },
  });
  expect(await add()).toMatchObject(needed);
  expect((await mia.ask('confirm', { password })).body).toEqual({ success: true });
  expect((await add()).body).toMatchObject({ message: 'Account already exists!' });
  expect(await add(other)).toMatchObject(needed);
  expect((await mia.ask('stats', { application })).status).toBe(200);
  expect((await other.ask('stats', { application })).status).toBe(200);
  pass(300);
  expect(await add()).toMatchObject(needed);
  expect(await mia.ask('offersecondfactor')).toMatchObject(needed);
  const refusals = (await audit()).filter((line) => line.includes('Enter your password again'));
  expect(refusals[0]).toBe('account Mia addAccount refused: Enter your password again.');
  expect(refusals).toHaveLength(4);
});

test('wrong passwords share the budget of the sign-in, and no other person is locked out', async () => {
  const { browserOf, browser, signInWith } = await openWithDesk();
  const mia = await browserOf('Mia');
  const berta = await browserOf('Berta');
  for (let tries = 0; tries < 5; tries += 1)
    expect((await mia.ask('confirm', { password: 'wrong' })).body['code']).toBe('wrong-password');
  const limited = { status: 429, body: { code: 'rate-limited', retryAfter: 900 } };
  const last = await mia.ask('confirm', { password });
  expect(last).toMatchObject(limited);
  expect(last.headers.get('retry-after')).toBe('900');
  expect(await signInWith(browser(), 'Mia')).toMatchObject(limited);
  expect(await mia.ask('changepassword', { password, newPassword: 'x'.repeat(10) })).toMatchObject(
    limited,
  );
  expect((await berta.ask('confirm', { password })).status).toBe(200);
  expect((await signInWith(browser(), 'Berta')).status).toBe(200);
});
