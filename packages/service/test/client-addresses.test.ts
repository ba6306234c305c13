// The IP of a user behind proxies: every form of X-Forwarded-For and Forwarded (RFC 7239) in use.
import { expect, test } from 'vitest';
import { readFact } from '../src/database/facts.ts';
import { inspect } from '../src/host/inspection.ts';
import { environmentOf } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';

type Sent = readonly (readonly [name: string, value: string])[];

const proxies = ['127.0.0.1', '10.0.0.0/8', '2001:db8:ff::/48'];

/** Starts a service behind `proxies`. `seen` returns the IP that it stores for these headers. */
async function open() {
  const { service } = await openWire({ trustedProxies: proxies });
  const { name, ownerid } = service.app;
  const query = new URLSearchParams({ type: 'init', name, ownerid }).toString();
  const seen = async (headers: Sent) => {
    await service.database.deleteFrom('sessions').execute();
    const sent = headers.map(([header, value]): [string, string] => [header, value]);
    expect((await fetch(`${service.url}/api/1.3/?${query}`, { headers: sent })).status).toBe(200);
    return (await service.database.selectFrom('sessions').select('ip').executeTakeFirstOrThrow())
      .ip;
  };
  return { service, seen };
}

const [user, user6, proxy] = ['203.0.113.7', '2001:db8::1', '127.0.0.1'];

const forwardedFor: readonly (readonly [value: string, address: string])[] = [
  [user, user],
  [`${user}:51234`, user],
  [`"${user}"`, user],
  [`"${user}:51234"`, user],
  [`::ffff:${user}`, user],
  [`[::ffff:${user}]:51234`, user],
  [`::ffff:${user}:51234`, user],
  [user6, user6],
  [`[${user6}]`, user6],
  [`[${user6}]:51234`, user6],
  [`"[${user6}]:51234"`, user6],
  [`2001:DB8:0:0:0:0:0:1:51234`, user6],
  [`${user6}%eth0`, user6],
  [`[${user6}%25eth0]:51234`, user6],
  [`\t ${user}:51234 `, user],
  [`1.1.1.1, ${user}:51234`, user],
  [`1.1.1.1,,${user}:51234,`, user],
  [`${user}:51234, 10.1.2.3:443`, user],
  [`${user}, "[2001:db8:ff::9]:443", 10.1.2.3`, user],
  [`${user}:_obscured`, user],
  ['10.1.2.3:443, 10.1.2.4', '10.1.2.3'],
  // An unreadable hop hides all hops before it, which the user may have forged.
  ['unknown', proxy],
  [`1.1.1.1, unknown`, proxy],
  ['_hidden', proxy],
  [`1.1.1.1, nobody, 10.1.2.3`, '10.1.2.3'],
  [`1.1.1.1, ${user}:123456`, proxy],
  [`1.1.1.1, [${user6}`, proxy],
  [`1.1.1.1, "${user}`, proxy],
];

const forwarded: readonly (readonly [value: string, address: string])[] = [
  [`for=${user}`, user],
  [`For="${user}:51234"`, user],
  [`for=${user}:51234;proto=https;by=10.1.2.3`, user],
  [`proto=https; by=10.1.2.3; for=${user}`, user],
  [`for="[${user6}]:51234"`, user6],
  [`for="[${user6}]";host="a,b;c"`, user6],
  [`for=1.1.1.1, for=${user};secret="x\\"y"`, user],
  [`for=${user}, for="10.1.2.3:443";by=_proxy`, user],
  [`for="\\2\\03.0.113.7"`, user],
  ['for=unknown', proxy],
  ['for=1.1.1.1, for="_hidden"', proxy],
  ['for=1.1.1.1, proto=https', proxy],
  [`for=1.1.1.1, for=${user};for=2.2.2.2`, proxy],
  [`for=1.1.1.1, ${user}`, proxy],
];

test('every form of X-Forwarded-For yields the IP of its user', async () => {
  const { seen } = await open();
  for (const [value, address] of forwardedFor)
    expect([value, await seen([['x-forwarded-for', value]])]).toEqual([value, address]);
});

test('every form of Forwarded yields the IP of its user', async () => {
  const { seen } = await open();
  for (const [value, address] of forwarded)
    expect([value, await seen([['forwarded', value]])]).toEqual([value, address]);
});

test('repeated headers are read as one list', async () => {
  const { seen } = await open();
  const each = (name: string, ...values: readonly string[]): Sent =>
    values.map((value) => [name, value]);
  expect(await seen(each('x-forwarded-for', '1.1.1.1', `${user}:51234`, '10.1.2.3'))).toBe(user);
  expect(await seen(each('forwarded', 'for=1.1.1.1', `for="${user}:1"`, 'for=10.1.2.3'))).toBe(
    user,
  );
});

test('X-Forwarded-For takes precedence: a proxy that sets it may forward a forged Forwarded', async () => {
  const { seen } = await open();
  expect(
    await seen([
      ['forwarded', 'for=1.1.1.1'],
      ['x-forwarded-for', `${user}:51234`],
    ]),
  ).toBe(user);
  expect(
    await seen([
      ['forwarded', 'for=1.1.1.1'],
      ['x-forwarded-for', 'unknown'],
    ]),
  ).toBe(proxy);
});

test.each(['x-real-ip', 'cf-connecting-ip', 'via', 'X-Forwarded-Proto'])(
  'a proxy that sends %s without X-Forwarded-For is logged',
  async (header) => {
    const { service, seen } = await open();
    expect(
      await seen([
        [header, user],
        ['forwarded', `for=${user}`],
      ]),
    ).toBe(user);
    expect(service.logText()).not.toContain('cannot be read');
    expect(await seen([[header, user]])).toBe(proxy);
    expect(service.logText()).toContain('cannot be read');
  },
);

test('a proxy whose header is unreadable is logged once, and reported by doctor', async () => {
  const { service, seen } = await open();
  const { dataFolder, database } = service;
  const doctor = async () =>
    (await inspect(dataFolder, await environmentOf(dataFolder))).find(({ what }) =>
      what.includes('IPs'),
    );
  const lines = () => service.logText().match(/.*cannot be read.*/g) ?? [];
  // Bystanders: readable reports, and requests without one, such as health checks.
  await seen([['x-forwarded-for', `${user}:51234`]]);
  await seen([]);
  expect(lines()).toEqual([]);
  expect(await doctor()).toMatchObject({ isOk: true });

  await seen([['x-forwarded-for', '1.1.1.1, _hidden, 10.1.2.3']]);
  await seen([['x-forwarded-for', 'unknown']]);
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toContain('10.1.2.3');
  expect(service.logText()).not.toContain('hidden');
  await expect.poll(() => readFact(database, 'unreadable-proxy')).toBe('10.1.2.3');
  expect(await doctor()).toMatchObject({
    isOk: false,
    advice: expect.stringContaining('10.1.2.3') as unknown,
  });
});
