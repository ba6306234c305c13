// The budget of wrong seller keys.
import { expect, test } from 'vitest';
import { behindProxy } from './support/many-addresses.ts';
import { openWire } from './support/service-client.ts';

const home = '198.51.100.7';

test('limits an address to fifty wrong keys in 15 minutes, and does not block valid keys', async () => {
  const clock = { ms: 1_900_000_000_000 };
  const { service } = await openWire({ ...behindProxy, now: () => clock.ms });
  const ask = async (address: string, sellerkey: string) => {
    const query = new URLSearchParams({ sellerkey, type: 'delwebhook', webid: 'none' }).toString();
    const headers = { 'x-forwarded-for': address };
    const response = await fetch(`${service.url}/api/seller/?${query}`, { headers });
    const body = (await response.json()) as { message: string }; // compared below
    return { status: response.status, wait: response.headers.get('retry-after'), ...body };
  };
  const { sellerkey } = service.app;
  const wrong = await Promise.all(Array.from({ length: 80 }, () => ask(home, 'wrong')));
  expect(wrong.filter(({ message }) => message === 'Invalid seller key')).toHaveLength(50);
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(30);
  expect(await ask(home, 'wrong')).toEqual({
    status: 429,
    wait: '900',
    success: false,
    code: 'rate-limited',
    retryAfter: 900,
    message: "You've been rate limited, you're sending too many requests",
  });
  for (const address of [home, '198.51.100.8'])
    expect(await ask(address, sellerkey)).toMatchObject({
      status: 400,
      message: 'Failed to delete webhook!',
    });
  clock.ms += 15 * 60_000;
  expect(await ask(home, 'wrong')).toMatchObject({ message: 'Invalid seller key' });
});
