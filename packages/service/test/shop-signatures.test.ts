// Signatures of shops: vectors that the providers' own packages accept, and every way to be wrong.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import { connectors } from '../src/features/shops/connectors/connectors.ts';
import { maxShopBodyBytes } from '../src/features/shops/receive.ts';
import { begin, openShop, paid, shopSecret, signers, type Kind } from './shops-parts.ts';

interface Vectors {
  readonly body: string;
  readonly bodySha256: string;
  readonly timestamp: number;
  readonly vectors: Readonly<
    Record<string, { readonly secret: string; readonly header: string; readonly value: string }>
  > &
    Readonly<
      Record<
        'polarNew' | 'polarOld',
        { readonly secret: string; readonly headers: Readonly<Record<string, string>> }
      >
    >;
}

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, 'support/shop-vectors.json'), 'utf8'),
) as Vectors; // the file beside this one

const cases: readonly (readonly [ShopKind, string])[] = [
  ['stripe', 'stripe'],
  ['paddle', 'paddle'],
  ['sellapp', 'sellApp'],
  ['standardwebhooks', 'polarNew'],
  ['lemonsqueezy', 'lemonSqueezy'],
  ['polar', 'polarNew'],
  ['polar', 'polarOld'],
  ['shopify', 'shopify'],
  ['woocommerce', 'wooCommerce'],
];

function deliveryOf(name: string, change: Partial<{ body: string; now: number }> = {}) {
  const vector = vectors.vectors[name];
  const headers =
    vector !== undefined && 'headers' in vector
      ? (vector.headers as Readonly<Record<string, string>>) // of polarNew and polarOld
      : { [String(vector?.header).toLowerCase()]: String(vector?.value) };
  return {
    body: Buffer.from(change.body ?? vectors.body),
    header: (one: string) => headers[one] ?? '',
    now: change.now ?? vectors.timestamp,
  };
}

test.each(cases)('%s accepts the vector %s, and nothing else', (kind, name) => {
  const { isSigned } = connectors[kind];
  const secret = vectors.vectors[name]?.secret ?? '';
  expect(createHash('sha256').update(vectors.body).digest('hex')).toBe(vectors.bodySha256);
  expect(isSigned(deliveryOf(name), secret)).toBe(true);
  expect(isSigned(deliveryOf(name), secret.replace(/.(?=.{6}$)/, "'"))).toBe(false);
  expect(isSigned(deliveryOf(name, { body: `${vectors.body} ` }), secret)).toBe(false);
  const hasTime = ['stripe', 'paddle', 'standardwebhooks', 'polar'].includes(kind);
  for (const seconds of [-301, 301])
    expect(isSigned(deliveryOf(name, { now: vectors.timestamp + seconds }), secret)).toBe(!hasTime);
  for (const seconds of [-300, 300])
    expect(isSigned(deliveryOf(name, { now: vectors.timestamp + seconds }), secret)).toBe(true);
  expect(isSigned({ ...deliveryOf(name), header: () => '' }, secret)).toBe(false);
});

const kinds: readonly Kind[] = ['stripe', 'standardwebhooks', 'hmac'];

test.each(kinds)('%s: a request that is not signed by the shop stores nothing', async (kind) => {
  const { ask, shop, path, post, send, clock } = await openShop(kind);
  const body = JSON.stringify(paid('1001'));
  const sign = signers[kind];
  const good = sign(body, shopSecret, begin);
  const refused = [
    post(body, {}),
    post(body, sign(body, 'whsec_b3RoZXIgc2VjcmV0IG9mIGEgc2hvcA==', begin)),
    post(body.replace('1001', '1002'), good),
    ...(kind === 'hmac' ? [] : [post(body, sign(body, shopSecret, begin - 301))]),
  ];
  for (const { status } of await Promise.all(refused)) expect(status).toBe(401);
  const unknown = path.replace(/.{4}$/, (end) => (end === '0000' ? '1111' : '0000'));
  expect((await post(body, good, unknown)).status).toBe(404);
  expect((await post(body, good, '/shops/x')).status).toBe(404);
  const events = async () => (await ask('fetchshopevents', { shop })).body['events'];
  expect(await events()).toEqual([]);
  clock.seconds += 1;
  expect(await send(paid('1001'))).toBe(200);
  expect(await events()).toHaveLength(1);
});

test('the secret of another shop is refused', async () => {
  const { ask, post, path } = await openShop();
  const secret = 'the-secret-of-another-shop';
  const other = (await ask('addshop', { kind: 'hmac', secret })).body;
  const body = JSON.stringify(paid('1001'));
  const signed = signers.hmac(body, secret, begin);
  expect((await post(body, signed)).status).toBe(401);
  expect((await post(body, signed, String(other['path']))).status).toBe(200);
  expect(String(other['path'])).not.toBe(path);
});

test('takes bodies up to 256 KiB, and only on this route', async () => {
  const { service, post } = await openShop();
  const sized = (bytes: number) => {
    const start = JSON.stringify(paid('1001', { note: '' })).slice(0, -2);
    return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
  };
  const whole = sized(maxShopBodyBytes);
  expect(Buffer.byteLength(whole)).toBe(maxShopBodyBytes);
  expect((await post(whole, signers.hmac(whole, shopSecret, begin))).status).toBe(200);
  for (const bytes of [maxShopBodyBytes + 1, 257 * 1024]) {
    const larger = sized(bytes);
    expect((await post(larger, signers.hmac(larger, shopSecret, begin))).status).toBe(413);
  }
  expect((await post(sized(65 * 1024), {}, '/api/seller/')).status).toBe(413);
  expect(service.logText()).not.toContain('1001');
});

test('two secrets are valid while one is replaced, and neither is shown', async () => {
  const { ask, shop, path, send, service } = await openShop();
  const next = 'the-next-secret';
  const added = await ask('addshopsecret', { shop, secret: next });
  expect(await send(paid('1001'))).toBe(200);
  expect(await send(paid('1002'), next)).toBe(200);
  const list = await ask('fetchallshops');
  const [{ secrets }] = list.body['shops'] as [{ secrets: readonly { id: string }[] }]; // its schema
  const first = secrets.find(({ id }) => id !== added.body['id']);
  expect(await ask('delshopsecret', { shop, id: first?.id ?? '' })).toMatchObject({
    success: true,
  });
  expect(await send(paid('1003'))).toBe(401);
  expect(await send(paid('1004'), next)).toBe(200);
  const last = await ask('delshopsecret', { shop, id: String(added.body['id']) });
  expect(last.body).toMatchObject({ code: 'last-secret' });
  const rows = JSON.stringify([
    await service.database.selectFrom('shops').selectAll().execute(),
    await service.database.selectFrom('shopEvents').selectAll().execute(),
    await service.database.selectFrom('shopOrders').selectAll().execute(),
    list.body,
  ]);
  for (const secret of [shopSecret, next, 'buyer@example.com']) expect(rows).not.toContain(secret);
  expect(service.logText()).not.toContain(path.slice('/shops/'.length));
});

test('signed bodies that nobody can read or use are stored, and answered with 200', async () => {
  const { ask, shop, post, sales } = await openShop();
  const bodies = [
    'not JSON',
    '[]',
    '{}',
    JSON.stringify(paid('\u0000')),
    JSON.stringify(paid('x'.repeat(200))),
    JSON.stringify(paid('1\u0000\ud800', { email: '\u0000', items: [{ product: '\u0000' }] })),
  ];
  for (const body of bodies)
    expect((await post(body, signers.hmac(body, shopSecret, begin))).status).toBe(200);
  const { body } = await ask('fetchshopevents', { shop });
  expect(body['events']).toHaveLength(bodies.length);
  expect((await sales()).map(({ order }) => order)).toEqual([`hmac:${shop}:1`]);
});
