// A connected shop of a seller, and the signed events that it sends.
import { createHmac } from 'node:crypto';
import type { TestService } from '../../packages/service/test/support/service.ts';
import { expect } from './desk-page.ts';
import type { DeskSeller } from './desk-seller.ts';

export const secret = 'a-secret-of-the-shop';

/** Signs an event as a shop of the kind `hmac`, sends it, and returns the status. */
export async function sendEvent(url: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

export async function connectShop({ url }: TestService, { seller }: DeskSeller) {
  const added = await seller('addshop', { kind: 'hmac', secret });
  const shop = String(added['shop']);
  const send = async (event: object) =>
    expect(await sendEvent(url + String(added['path']), event)).toBe(200);
  return { shop, send, orderOf: (number: string) => `hmac:${shop}:${number}` };
}

/** A paid order of one piece, now. */
export const paid = (order: string, more: object = {}) => ({
  type: 'paid',
  id: `paid ${order}`,
  order,
  amount: 1999,
  currency: 'EUR',
  email: 'buyer@example.com',
  items: [{ product: 'pro', quantity: 1 }],
  ...more,
});
