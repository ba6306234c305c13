// The IP of a request: that of the socket, unless a trusted proxy names another.
import { describe, expect, test } from 'vitest';
import { writeFact } from '../src/database/facts.ts';
import { openDatabase } from '../src/database/open.ts';
import { isAddressOrRange } from '../src/http/connections.ts';
import { inspect } from '../src/host/inspection.ts';
import { databaseOptionsOf, environmentOf } from './support/postgresql.ts';
import { openWire } from './support/service-client.ts';
import { expectRefusal, temporaryFolder, runCommand } from './support/service-command.ts';

/** The IP that the service stores for a request with this header. */
async function addressSeen(trustedProxies: readonly string[] | undefined, header?: string) {
  const { service } = await openWire(trustedProxies === undefined ? {} : { trustedProxies });
  const { name, ownerid } = service.app;
  const query = new URLSearchParams({ type: 'init', name, ownerid }).toString();
  const response = await fetch(`${service.url}/api/1.3/?${query}`, {
    headers: header === undefined ? {} : { 'x-forwarded-for': header, 'x-real-ip': '9.9.9.9' },
  });
  expect(response.status).toBe(200);
  const { ip } = await service.database
    .selectFrom('sessions')
    .select('ip')
    .executeTakeFirstOrThrow();
  return ip;
}

const socket = '127.0.0.1';

test('ignores the header without trusted proxies', async () => {
  expect(await addressSeen(undefined, '198.51.100.7')).toBe(socket);
  expect(await addressSeen([], '198.51.100.7')).toBe(socket);
  expect(await addressSeen(['10.0.0.0/8'], '198.51.100.7')).toBe(socket);
});

test.each([
  ['one address', [socket], '198.51.100.7', '198.51.100.7'],
  ['a range', ['127.0.0.0/8'], '198.51.100.7', '198.51.100.7'],
  ['one address, mapped into IPv6', [`::ffff:${socket}`], '198.51.100.7', '198.51.100.7'],
  ['one of several', ['10.0.0.0/8', '::1', socket], '198.51.100.7', '198.51.100.7'],
  [
    'an IP forged by the client before the one from the proxy',
    [socket],
    '1.1.1.1, 198.51.100.7',
    '198.51.100.7',
  ],
  [
    'two proxies in a row',
    [socket, '10.0.0.0/8'],
    '1.1.1.1, 198.51.100.7, 10.1.2.3',
    '198.51.100.7',
  ],
  ['IPv6 in another form', [socket], '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['IPv4 mapped into IPv6', [socket], '::ffff:198.51.100.7', '198.51.100.7'],
  ['white space', [socket], '  198.51.100.7 ', '198.51.100.7'],
] as const)('accepts the header of a trusted proxy: %s', async (_what, trusted, header, seen) => {
  expect(await addressSeen(trusted, header)).toBe(seen);
});

test.each(['unknown', '198.51.100', '1.1.1.1, nobody', "'; drop table users", '', '0x7f.1'])(
  'uses the IP of the proxy if the header is not an IP ("%s")',
  async (header) => {
    expect(await addressSeen([socket], header)).toBe(socket);
  },
);

test('uses the IP of a proxy that sends no header', async () => {
  expect(await addressSeen([socket])).toBe(socket);
});

describe('a proxy that is not configured', () => {
  const start = async (data: string, ...more: string[]) => {
    const ran = await runCommand('--data', data, '--port', '0', ...more);
    expect(ran.exitCode).toBeNull();
    const url = /http:\S+/.exec(ran.stdout())?.[0] ?? '';
    return { ...ran, url };
  };
  async function folderWithUsers(addresses: readonly string[]) {
    const data = temporaryFolder();
    const demo = await runCommand('--data', data, '--port', '0', '--demo', '--json');
    const { app, licenses } = demo.line();
    await demo.end();
    // A demo starts only with --demo, which prints no warnings and accepts no proxy.
    const options = { dataFolder: data, ...(await databaseOptionsOf(data)) };
    const db = await openDatabase({ ...options, onIdleFault: () => null });
    await writeFact(db, 'demo', 'kept');
    await db.destroy();
    const ran = await start(data, '--trust-proxy', socket);
    const { url } = ran;
    const ask = async (address: string, parameters: Record<string, string>) => {
      const all = { name: app?.name ?? '', ownerid: app?.ownerid ?? '', ...parameters };
      const query = new URLSearchParams(all).toString();
      const headers = { 'x-forwarded-for': address };
      const answer = await fetch(`${url}/api/1.3/?${query}`, { headers });
      return (await answer.json()) as Record<string, unknown>; // other tests check its schema
    };
    for (const [index, address] of addresses.entries()) {
      const sessionid = String((await ask(address, { type: 'init' }))['sessionid']);
      const who = { username: `user${index}`, pass: 'a word', hwid: `device${index}`.repeat(8) };
      const key = licenses[index]?.key ?? '';
      expect(await ask(address, { type: 'register', sessionid, key, ...who })).toMatchObject({
        success: true,
      });
    }
    await ran.end();
    return data;
  }
  const doctor = async (data: string) => {
    const findings = await inspect(data, await environmentOf(data));
    return findings.find(({ what }) => what.includes('IPs'));
  };

  test('is suspected by serve and doctor if all users have one private IP', async () => {
    const data = await folderWithUsers(['10.0.0.9', '10.0.0.9']);
    const ran = await start(data);
    expect(ran.stderr()).toMatch(
      /^All users seem to come from 10\.0\.0\.9, .*--trust-proxy 10\.0\.0\.9\.$/m,
    );
    await ran.end();
    expect(await doctor(data)).toMatchObject({
      isOk: false,
      advice: expect.stringContaining('--trust-proxy 10.0.0.9') as unknown,
    });
    const named = await start(data, '--trust-proxy', '10.0.0.9');
    expect(named.stderr()).not.toContain('seem to come');
    await named.end();
    expect(await doctor(data)).toMatchObject({ isOk: true });
  });

  test.each([
    ['several private IPs', ['10.0.0.9', '10.0.0.8']],
    ['one public IP', ['93.184.216.34', '93.184.216.34']],
    ['no IP', []],
  ])('is not suspected if users have %s', async (_what, addresses) => {
    const data = await folderWithUsers(addresses);
    const ran = await start(data);
    expect(ran.stderr()).not.toContain('seem to come');
    await ran.end();
    expect(await doctor(data)).toMatchObject({ isOk: true });
  });

  test('is logged once, at its first request, and its header is ignored', async () => {
    const { service } = await openWire();
    for (const asked of ['198.51.100.7', '198.51.100.8'])
      await fetch(service.url, { headers: { 'x-forwarded-for': asked } });
    const lines = service.logText().match(/.*A request came through an untrusted proxy.*/g) ?? [];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(socket);
    expect(service.logText()).not.toContain('198.51.100');
  });
});

describe('the command line', () => {
  test.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    'localhost',
    '10.0.0.0/8/8',
    '*',
    'fe80::1%eth0',
    '10.0.0.1,',
  ])('refuses --trust-proxy %s with an error message', async (list) => {
    const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--trust-proxy', list);
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr()).toMatch(/^--trust-proxy must be IPs or ranges/);
  });

  test('accepts only an address of this machine for --host', async () => {
    const named = await runCommand(
      '--data',
      temporaryFolder(),
      '--port',
      '0',
      '--host',
      'localhost',
    );
    expect(named.stderr()).toMatch(/^--host must be an IP/);
    const elsewhere = await runCommand(
      '--data',
      temporaryFolder(),
      '--port',
      '0',
      '--host',
      '192.0.2.1',
    );
    expectRefusal(
      elsewhere,
      /^This machine does not have the IP of --host\. Choose another one with --host\.$/m,
    );
  });

  test('accepts --host and --trust-proxy together', async () => {
    const more = ['--host', '127.0.0.2', '--trust-proxy', '127.0.0.1, 10.0.0.0/8'];
    const ran = await runCommand('--data', temporaryFolder(), '--port', '0', '--json', ...more);
    const { url } = ran.line();
    expect(new URL(url).hostname).toBe('127.0.0.2');
    expect((await fetch(`${url}/api/1.3/`)).status).toBe(400);
    expect(await ran.end()).toBe(0);
  });
});

test.each([
  ['10.0.0.1', true],
  ['10.0.0.0/8', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/-1', false],
  ['', false],
])('%s is an address or a range: %s', (text, is) => {
  expect(isAddressOrRange(text)).toBe(is);
});
