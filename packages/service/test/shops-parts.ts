// A service with a connected shop, and signed events of it.
import { createHmac } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { startTestService, type TestServiceOptions } from './support/service.ts';

export const day = 86_400;
/** Unix seconds at which the tests begin. */
export const begin = 1_800_000_000;
export const shopSecret = 'whsec_c2VjcmV0IG9mIHRoZSBzaG9w';

export type Kind = 'stripe' | 'standardwebhooks' | 'hmac';
type Headers = Readonly<Record<string, string>>;

/** Signs a body as the provider does. */
export const signers: Readonly<
  Record<Kind, (body: string, secret: string, at: number) => Headers>
> = {
  stripe: (body, secret, at) => ({
    'stripe-signature': `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
  }),
  standardwebhooks(body, secret, at) {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64');
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    };
  },
  hmac: (body, secret) => ({
    'x-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }),
};

export async function openShop(
  kind: Kind = 'hmac',
  options: TestServiceOptions & { readonly tests?: '0' | '1' } = {},
) {
  const clock = { seconds: begin };
  const now = () => clock.seconds * 1000;
  const { tests = '0', ...others } = options;
  const service = await startTestService({ now, ...others });
  onTestFinished(() => service.close());
  const ask = sellerOf(service);
  const added = await ask('addshop', { kind, secret: shopSecret, tests });
  expect(added).toMatchObject({ success: true });
  const shop = String(added.body['shop']);
  const path = String(added.body['path']);
  const post = (body: string, headers: Headers, to = path) =>
    fetch(service.url + to, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  /** Sends a signed event, and returns the status. */
  const send = async (event: object, secret = shopSecret) => {
    const body = JSON.stringify(event);
    const { status } = await post(body, signers[kind](body, secret, clock.seconds));
    return status;
  };
  const sales = async () => {
    const { body } = await ask('fetchsales');
    return body['sales'] as readonly Sale[]; // checked against its schema
  };
  const keys = async () => {
    const { body } = await ask('fetchallkeys');
    return body['keys'] as readonly Key[]; // checked against its schema
  };
  /** Seconds that a user has left. */
  const left = async (user: string) => {
    const { body } = await ask('usergrants', { user });
    const subs = body['subs'] as readonly { readonly timeleft: string }[]; // as its schema
    return Number(subs[0]?.timeleft ?? 0);
  };
  return { service, ask, shop, path, post, send, sales, keys, left, clock };
}

export interface Sale {
  readonly order: string;
  readonly state: string;
  readonly attention: readonly string[];
  readonly amount: number;
  readonly currency: string;
  readonly buyer: string;
  readonly count: number;
  readonly mail: string;
}

interface Key {
  readonly key: string;
  readonly status: string;
  readonly expires: string;
  readonly usedby: string | null;
  readonly banned: string | null;
}

export const paid = (order: string, more: object = {}) => ({
  type: 'paid',
  id: `paid ${order}`,
  at: begin,
  order,
  amount: 1000,
  currency: 'EUR',
  email: 'buyer@example.com',
  items: [{ product: 'pro', quantity: 1 }],
  ...more,
});

export const pro = { product: 'pro', sub: 'Pro', expiry: '30' };

export async function openMapped(
  more: Readonly<Record<string, string>> = {},
  options: TestServiceOptions = {},
) {
  const shop = await openShop('hmac', options);
  expect(await shop.ask('mapproduct', { shop: shop.shop, ...pro, ...more })).toMatchObject({
    success: true,
  });
  await shop.ask('adduser', { user: 'Anna', sub: 'Pro', expiry: '1' });
  await shop.ask('delsub', { user: 'Anna', sub: 'Pro' });
  /** Redeems the first unused key for Anna. */
  const redeem = async () => {
    const free = (await shop.keys()).find(({ status }) => status === 'Not Used');
    await shop.ask('assignkey', { user: 'Anna', key: free?.key ?? '' });
  };
  return { ...shop, redeem };
}

export const refund = (order: string, more: object = {}) => ({
  type: 'refund',
  id: `refund ${order}`,
  at: begin + 10,
  order,
  refund: `r ${order}`,
  ...more,
});
export const dispute = (order: string, status: string, at: number) => ({
  type: 'dispute',
  id: `dispute ${order} ${status}`,
  at,
  order,
  dispute: `d ${order}`,
  status,
});
export const renewed = (order: string, number: number, more: object = {}) => ({
  type: 'renewed',
  id: `renewed ${order} ${number}`,
  at: begin + number * 30 * day,
  order,
  payment: `${order} ${number}`,
  seconds: 30 * day,
  amount: 1000,
  currency: 'EUR',
  ...more,
});
