// Webhooks of chat programs, the test of a webhook, and the events `extend` and `expiry`.
import { expect, onTestFinished, test } from 'vitest';
import type { WebhookShape } from '@latchkey/protocol/seller/event-names.ts';
import { openEventTarget } from './support/event-target.ts';
import { sellerOf } from './support/seller-client.ts';
import { startTestService } from './support/service.ts';

const begin = 1_800_000_000;
const day = 86_400;

async function open(events: string, shape: WebhookShape = 'json') {
  const clock = { seconds: begin };
  const timers = new Set<() => void>();
  const target = await openEventTarget();
  const service = await startTestService({
    now: () => clock.seconds * 1000,
    outbound: { allowPrivateAddresses: [target.host] },
    after: (delayMs, then) => {
      if (delayMs === 60_000) timers.add(then);
      return () => timers.delete(then);
    },
  });
  onTestFinished(() => service.close());
  const ask = sellerOf(service);
  const added = await ask('addwebhook', { baseurl: `${target.url}/`, events, shape });
  const webid = String(added.body['webid']);
  const received = async () => {
    await service.deliveriesSettled();
    return target.received.splice(0).map(({ body }) => JSON.parse(body) as Body); // as the service writes it
  };
  const minute = () => {
    const due = [...timers];
    timers.clear();
    for (const then of due) then();
  };
  return { service, ask, webid, received, clock, minute };
}

interface Body {
  readonly event?: string;
  readonly facts?: object;
}

test.each<readonly [WebhookShape, object]>([
  [
    'discord',
    { content: expect.stringContaining('@everyone') as unknown, allowed_mentions: { parse: [] } },
  ],
  ['slack', { text: expect.stringContaining('&lt;!channel&gt;') as unknown, mrkdwn: false }],
  ['telegram', { text: expect.stringContaining('A ban\nusername Anna') as unknown }],
])('%s: a delivery is a message that mentions nobody', async (shape, body) => {
  const { ask, received } = await open('ban', shape);
  await ask('adduser', { user: 'Anna', sub: 'Pro', expiry: '1' });
  await ask('banuser', { user: 'Anna', reason: '<!channel> @everyone' });
  const [message = {}, ...others] = await received();
  expect(others).toEqual([]);
  expect(message).toMatchObject(body);
  expect(Object.keys(message)).not.toContain('facts');
});

test('testwebhook sends a test to a webhook with events, and to no other', async () => {
  const { ask, webid, received } = await open('sale');
  expect((await ask('testwebhook', { webid })).body).toMatchObject({ success: true });
  expect(await received()).toMatchObject([{ event: 'test', facts: {} }]);
  const { body } = await ask('addwebhook', { baseurl: 'https://example.com/' });
  const ofProgram = String(body['webid']);
  expect((await ask('testwebhook', { webid: ofProgram })).body['code']).toBe(
    'webhook-without-events',
  );
  expect((await ask('testwebhook', { webid: 'unknown' })).body['code']).toBe('webhook-unknown');
});

test('extend is sent when a seller extends the subscription of one user', async () => {
  const { service, ask, received } = await open('extend');
  await service.removeNeighbour();
  await ask('adduser', { user: 'Anna', sub: 'Pro', expiry: '1' });
  await ask('extend', { user: 'Anna', sub: 'Pro', expiry: '2' });
  await ask('extend', { user: 'all', sub: 'Pro', expiry: '2' });
  expect(await received()).toMatchObject([
    { event: 'extend', facts: { username: 'Anna', subscription: 'Pro', seconds: 2 * day } },
  ]);
});

test('expiry is sent once when a subscription ends, and never for earlier ends', async () => {
  const { service, ask, received, clock, minute } = await open('expiry');
  await ask('adduser', { user: 'Anna', sub: 'Pro', expiry: '1' });
  await ask('adduser', { user: 'Berta', sub: 'Pro', expiry: '3' });
  const seen = async () => {
    const rows = await service.database.selectFrom('webhooks').select('expirySeenAt').execute();
    return rows.map(({ expirySeenAt }) => expirySeenAt);
  };
  const pass = async (seconds: number) => {
    clock.seconds += seconds;
    // In the poll, because the pass before may still be about to set its timer.
    const read = () => {
      minute();
      return seen();
    };
    await expect.poll(read, { interval: 20 }).toEqual([clock.seconds]);
    return received();
  };
  expect(await pass(60)).toEqual([]);
  expect(await pass(day)).toMatchObject([
    { event: 'expiry', facts: { username: 'Anna', subscription: 'Pro' } },
  ]);
  expect(await pass(60)).toEqual([]);
  await ask('extend', { user: 'Anna', sub: 'Pro', expiry: '1' });
  await ask('pauseuser', { username: 'Berta' });
  expect(await pass(9 * day)).toMatchObject([{ facts: { username: 'Anna' } }]);
});
