// A service with a shop whose API is a fake, and its periodic work on demand.
import { createHmac } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import type { ShopKind } from '@latchkey/protocol/seller/shops.ts';
import { begin, pro, shopSecret, signers, type Sale } from './shops-parts.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService, type TestServiceOptions } from './support/service.ts';
import { openShopApi } from './support/shop-api.ts';

export const token = 'the-token-of-the-seller';

const hex = (body: string) => createHmac('sha256', shopSecret).update(body).digest('hex');

const signed: Readonly<Partial<Record<ShopKind, (body: string, at: number) => object>>> = {
  stripe: (body, at) => signers.stripe(body, shopSecret, at),
  paddle: (body, at) => ({ 'paddle-signature': `ts=${at};h1=${hex(`${at}:${body}`)}` }),
  lemonsqueezy: (body) => ({ 'x-signature': hex(body) }),
  sellapp: (body) => ({ signature: hex(body) }),
  sellauth: (body) => ({ 'x-signature': hex(body) }),
};

export async function openWithApi(
  kind: ShopKind,
  given: Readonly<Record<string, string>> = { token },
  options: TestServiceOptions = {},
) {
  const clock = { seconds: begin };
  const api = await openShopApi(given['token'] ?? token);
  const timers = new Set<() => void>();
  const service = await startTestService({
    now: () => clock.seconds * 1000,
    outbound: { allowPrivateAddresses: [api.host] },
    shopApis: [`${kind}=${api.origin}`],
    after: (delayMs, then) => {
      if (delayMs === 60_000) timers.add(then);
      return () => timers.delete(then);
    },
    ...options,
  });
  onTestFinished(() => service.close());
  const ask = sellerOf(service);
  const secret = kind === 'gumroad' ? {} : { secret: shopSecret };
  const added = await ask('addshop', { kind, ...secret, ...given });
  expect(added.body).toMatchObject({ success: true });
  const [shop, path] = [String(added.body['shop']), String(added.body['path'])];
  await ask('mapproduct', { shop, ...pro });
  const post = (body: string, headers: object = {}) =>
    fetch(service.url + path, { method: 'POST', body, headers: { ...headers } });
  /** Sends a signed event. */
  const send = (event: object) => {
    const body = JSON.stringify(event);
    return post(body, signed[kind]?.(body, clock.seconds));
  };
  const row = async () => {
    const { body } = await ask('fetchallshops');
    return (body['shops'] as readonly ShopRow[])[0]; // checked against its schema
  };
  const sales = async () => (await ask('fetchsales')).body['sales'] as readonly Sale[]; // likewise
  /**
   * Runs the periodic work that is due every minute, then reads. For polls, because the work before
   * may still be about to set its timer.
   */
  const afterMinute = <T>(read: () => T): T => {
    const due = [...timers];
    timers.clear();
    for (const then of due) then();
    return read();
  };
  /** Compares the shop with its API, and returns what the comparison found missing. */
  const reconcile = async (since?: number) => {
    clock.seconds += 1;
    const more = since === undefined ? {} : { since: String(since) };
    expect((await ask('reconcileshop', { shop, ...more })).body).toMatchObject({ success: true });
    await expect
      .poll(() => afterMinute(async () => (await row())?.reconciled), { interval: 20 })
      .toBe(String(clock.seconds));
    return (await row())?.found;
  };
  return { api, service, ask, shop, path, post, send, row, sales, afterMinute, reconcile, clock };
}

interface ShopRow {
  readonly attention: readonly string[];
  readonly failing: number;
  readonly reconciled: string | null;
  readonly found: number;
}
