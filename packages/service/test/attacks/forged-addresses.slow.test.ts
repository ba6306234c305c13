// Attack: users behind a trusted proxy forge headers, to get another IP or to hide their own.
import { expect, test } from 'vitest';
import { openWire } from '../support/service-client.ts';

const [attacker, victim] = ['198.51.100.9', '192.0.2.5'];

/** Beginnings of a header, which the proxy forwards and appends the real IP to. */
const beginnings: readonly string[] = [
  victim,
  `${victim}:80`,
  '"',
  '"\\',
  `"${victim}, `,
  `"${victim}";x="`,
  `for=${victim};x="`,
  `for="${victim}`,
  '\\"\\"\\',
  ',',
  ';',
  '[',
  '[::1]:',
  'unknown',
  '_x',
  '127.0.0.1, '.repeat(200),
  '"'.repeat(999),
  '\\'.repeat(999),
];

test('a forged start of the header never replaces the IP that the proxy appends', async () => {
  const { service } = await openWire({ trustedProxies: ['127.0.0.1'] });
  const { name, ownerid } = service.app;
  const query = new URLSearchParams({ type: 'init', name, ownerid }).toString();
  const seen = async (headers: Readonly<Record<string, string>>) => {
    await service.database.deleteFrom('sessions').execute();
    expect((await fetch(`${service.url}/api/1.3/?${query}`, { headers })).status).toBe(200);
    return (await service.database.selectFrom('sessions').select('ip').executeTakeFirstOrThrow())
      .ip;
  };
  // Control: a user who forges nothing.
  expect(await seen({ 'x-forwarded-for': victim })).toBe(victim);
  expect(await seen({ forwarded: `for=${victim}` })).toBe(victim);
  for (const beginning of beginnings) {
    const tried = [
      { 'x-forwarded-for': `${beginning}, ${attacker}` },
      { 'x-forwarded-for': `${beginning},${attacker}:51234` },
      { 'x-forwarded-for': attacker, forwarded: beginning },
      { forwarded: `${beginning}, for=${attacker}` },
      { forwarded: `${beginning},for="${attacker}:51234";proto=https` },
    ];
    for (const headers of tried)
      expect([headers, await seen(headers)]).toEqual([headers, attacker]);
  }
});
