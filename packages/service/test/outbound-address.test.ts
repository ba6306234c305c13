// Which URLs the service calls for sellers: every special IP range, every spelling of an IP.
import { expect, test } from 'vitest';
import { argumentParser } from '../src/host/argument-parser.ts';
import { serviceCommand, type Arguments } from '../src/host/command-line.ts';
import { isPublicAddress } from '../src/outbound/outbound-address.ts';
import { createOutbound } from '../src/outbound/outbound.ts';

/** The first and last IP of each range, and those just outside if they are public. */
const ranges4: readonly (readonly [what: string, inside: readonly string[], outside: string[]])[] =
  [
    ['this network', ['0.0.0.0', '0.255.255.255'], ['1.0.0.0']],
    ['private 10', ['10.0.0.0', '10.255.255.255'], ['9.255.255.255', '11.0.0.0']],
    ['carrier-grade NAT', ['100.64.0.0', '100.127.255.255'], ['100.63.255.255', '100.128.0.0']],
    ['loopback', ['127.0.0.0', '127.0.0.1', '127.255.255.255'], ['126.255.255.255', '128.0.0.0']],
    [
      'link-local',
      ['169.254.0.0', '169.254.169.254', '169.254.255.255'],
      ['169.253.255.255', '169.255.0.0'],
    ],
    ['private 172', ['172.16.0.0', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
    ['protocol assignments', ['192.0.0.0', '192.0.0.192', '192.0.0.255'], ['192.0.1.0']],
    ['documentation 1', ['192.0.2.0', '192.0.2.255'], ['192.0.3.0']],
    ['AS112', ['192.31.196.0', '192.31.196.255'], ['192.31.195.255', '192.31.197.0']],
    ['AMT', ['192.52.193.0', '192.52.193.255'], ['192.52.194.0']],
    ['6to4 relays', ['192.88.99.0', '192.88.99.255'], ['192.88.98.255', '192.88.100.0']],
    ['private 192', ['192.168.0.0', '192.168.255.255'], ['192.167.255.255', '192.169.0.0']],
    ['AS112 direct', ['192.175.48.0', '192.175.48.255'], ['192.175.49.0']],
    ['benchmarks', ['198.18.0.0', '198.19.255.255'], ['198.17.255.255', '198.20.0.0']],
    ['documentation 2', ['198.51.100.0', '198.51.100.255'], ['198.51.99.255', '198.51.101.0']],
    ['documentation 3', ['203.0.113.0', '203.0.113.255'], ['203.0.112.255', '203.0.114.0']],
    ['multicast', ['224.0.0.0', '239.255.255.255'], ['223.255.255.255']],
    ['reserved and broadcast', ['240.0.0.0', '255.255.255.254', '255.255.255.255'], []],
    ['a cloud inside', ['168.63.129.16'], ['168.63.129.15', '168.63.129.17']],
  ];

const ranges6: typeof ranges4 = [
  ['unspecified', ['::', '0:0:0:0:0:0:0:0'], []],
  ['loopback', ['::1', '0:0:0:0:0:0:0:1'], []],
  ['IPv4-compatible', ['::127.0.0.1', '::8.8.8.8'], []],
  ['IPv4-mapped', ['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:8.8.8.8'], []],
  ['IPv4-translated', ['::ffff:0:127.0.0.1'], []],
  [
    'NAT64 of a special address',
    [
      '64:ff9b::127.0.0.1',
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::',
      '64:ff9b::1',
      '64:ff9b::10.0.0.0',
      '64:ff9b:0:0:0:0:192.168.1.1',
    ],
    ['64:ff9b::8.8.8.8'],
  ],
  ['local NAT64', ['64:ff9b:1::1', '64:ff9b:1::808:808'], []],
  ['discard', ['100::1'], []],
  [
    'protocol assignments',
    ['2001::1', '2001:2::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:1ff::1'],
    ['2001:200::1'],
  ],
  ['documentation', ['2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'], ['2001:db9::1']],
  ['6to4', ['2002:7f00:1::1', '2002:808:808::1', '2002:c0a8:101::'], ['2003::1']],
  ['AS112', ['2620:4f:8000::1'], ['2620:4f:8001::1']],
  ['segment routing', ['5f00::1'], []],
  ['unique-local', ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'], []],
  ['link-local', ['fe80::1', 'fe80::1%eth0', 'febf::1'], []],
  ['site-local', ['fec0::1'], []],
  ['multicast', ['ff02::1', 'ff0e::1'], []],
  ['not given out', ['4000::1', '8000::1', 'e000::1', '1fff::1'], []],
];

test.each([...ranges4, ...ranges6])(
  'the range "%s" is not public, but the addresses next to it are',
  (_what, inside, outside) => {
    expect(inside.filter(isPublicAddress)).toEqual([]);
    expect(outside.filter((address) => !isPublicAddress(address))).toEqual([]);
  },
);

test('ordinary IPs are public, and texts that are not IPs are not public', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '93.184.216.34', '2606:4700::1111', '2a00:1450::1'])
    expect(isPublicAddress(address)).toBe(true);
  for (const text of ['', 'localhost', '1.1.1', '[2606:4700::1111]', '8.8.8.8:80', ' 8.8.8.8'])
    expect(isPublicAddress(text)).toBe(false);
});

const refused: Readonly<Record<string, readonly string[]>> = {
  'url-invalid': ['', 'hook', '//x.example', 'https://', `https://x.example/${'x'.repeat(2000)}`],
  'url-not-https': [
    'http://x.example/',
    'ftp://x.example/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://x.example/',
  ],
  'url-with-password': [
    'https://user@x.example/',
    'https://user:pass@x.example/',
    'https://:pass@x.example/',
  ],
  'url-port-not-allowed': [
    'https://x.example:22/',
    'https://x.example:80/',
    'https://x.example:6379/',
  ],
  'url-not-public': [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://0/',
    'https://10.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://some.localhost/',
  ],
};

test.each(Object.entries(refused))('refuses URLs with the reason: %s', (sentence, urls) => {
  const outbound = createOutbound();
  expect(urls.map((url) => [url, outbound.refuseUrl(url)])).toEqual(
    urls.map((url) => [url, sentence]),
  );
});

test('accepts https URLs with a name or a public IP and port 443 or 8443', () => {
  const outbound = createOutbound();
  for (const url of [
    'https://hook.example/a?b=c',
    'https://hook.example:443/',
    'https://hook.example:8443/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://notlocalhost/',
  ])
    expect(outbound.refuseUrl(url)).toBeNull();
});

test('an allowed host may be private and without TLS, but only at the allowed port', () => {
  const outbound = createOutbound({
    allowPrivateAddresses: ['127.0.0.1:9000', 'inner.example:80'],
  });
  for (const url of ['http://127.0.0.1:9000/', 'https://127.0.0.1:9000/x', 'http://inner.example/'])
    expect(outbound.refuseUrl(url)).toBeNull();
  for (const url of [
    'http://127.0.0.1:9001/',
    'http://127.0.0.2:9000/',
    'http://user@127.0.0.1:9000/',
    'http://inner.example:81/',
    'ftp://127.0.0.1:9000/',
  ])
    expect(outbound.refuseUrl(url)).toMatch(/^url-/);
});

test('the command accepts hosts in the form they have in URLs, and no other form', async () => {
  const given = async (...list: string[]) => {
    let read: Arguments | string = '';
    const refuse = { write: (text: string) => (read = text) };
    const parser = argumentParser('serve', { stdout: refuse, stderr: refuse });
    await serviceCommand(parser, (all) => Promise.resolve(void (read = all))).run([
      ...['--data', 'x'],
      ...list.flatMap((one) => ['--allow-private', one]),
    ]);
    return read;
  };
  const list = '127.0.0.1:9000, inner.example:80,[::1]:8080';
  const hosts = ['127.0.0.1:9000', 'inner.example:80', '[::1]:8080'];
  expect(await given(list)).toMatchObject({ allowPrivate: hosts });
  expect(await given()).not.toHaveProperty('allowPrivate');
  for (const bad of [
    'inner.example',
    '127.1:80',
    'x:y',
    'http://x:80',
    'Inner:80',
    'a@b:80',
    'x:80/',
  ])
    expect(await given(bad)).toMatch(
      /^--allow-private must be hosts with ports, such as 10\.0\.0\.5:8080\.\n/,
    );
});
