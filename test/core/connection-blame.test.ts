// Faults whose first appearance is misleading: another fact disproves the cause that seems obvious.
import { describe, expect, test } from 'vitest';
import { check, createStage, type Fault, portalProbe } from './connection-check-parts.ts';
import {
  answers,
  certificate,
  fails,
  type FaultRow,
  localRoot,
  networkError,
  noCertificate,
  page,
  probe,
  probes,
  refuses,
  silence,
} from './connection-faults.ts';

const noNames: Fault = probes({ addresses: () => Promise.resolve([]) });
const isOffline: Fault = ({ host }) => void (host.online = false);
const faults: readonly FaultRow[] = [
  ['a silent name server', 'dns', 'name', [silence, noNames]],
  ['a name that nobody can look up offline', 'offline', 'link', [fails('dns'), isOffline]],
  [
    'an unspecified address, which Windows calls offline',
    'route-silent',
    'name',
    [fails('offline'), probes({ addresses: () => Promise.resolve(['0.0.0.0']) })],
  ],
  [
    'no route to the address',
    'route-silent',
    'route',
    [fails('offline'), networkError('ADDRESS_UNREACHABLE')],
  ],
  [
    'a link that just ended',
    'offline',
    'link',
    [fails('offline'), networkError('INTERNET_DISCONNECTED')],
  ],
  [
    'a proxy that refuses a tunnel',
    'proxy-auth',
    'proxy',
    [fails('proxy-auth'), networkError('TUNNEL_CONNECTION_FAILED')],
  ],
  [
    'a missing proxy script',
    'proxy-auth',
    'proxy',
    [fails('proxy-auth'), networkError('MANDATORY_PROXY_CONFIGURATION_FAILED')],
  ],
  [
    'a SOCKS proxy that is away',
    'proxy-auth',
    'proxy',
    [fails('malformed'), networkError('SOCKS_CONNECTION_FAILED'), noCertificate],
  ],
  [
    'a web server that is down on both ports',
    'server-down',
    'answer',
    [
      probe({ status: 502, text: '<html>' }),
      ({ http }) => http.on('init', { status: 503, text: '' }),
    ],
  ],
  [
    'an overloaded service behind a foreign probe',
    'overloaded',
    'answer',
    [probe(page), refuses('overloaded', { retryAfter: 5 })],
  ],
  ['a timeout after the certificate of the service', 'timeout', 'answer', [silence, probe(page)]],
  ['a maintenance page of the seller', 'bad-reply', 'answer', [answers('<html>Back soon</html>')]],
  ['a redirect of the seller', 'bad-reply', 'answer', [fails('led-away')]],
  [
    'a page of a program that reads traffic',
    'tls-foreign',
    'tls',
    [answers('<html>Blocked</html>'), certificate(localRoot)],
  ],
  [
    'a host that must be read over TLS',
    'timeout',
    'answer',
    [silence, probe({ fault: 'redirect' })],
  ],
  [
    'a network that changes in the TLS hello',
    'interrupted',
    'answer',
    [fails('broken-off'), noCertificate, networkError('NETWORK_CHANGED')],
  ],
  ['a refusal that `init` should not have', 'refused', 'application', [refuses('type-unknown')]],
  [
    'a pause on a computer whose clock is wrong',
    'app-paused',
    'application',
    [({ server }) => void (server.behindMs = -180_000), refuses('app-paused')],
  ],
];

test.each(faults)('blames the right check: %s: %s', async (_name, code, id, made) => {
  const stage = createStage({ service: { portalProbe } });
  stage.http.on('', { status: 204, text: '' });
  for (const fault of made) fault(stage);
  const { cause, states, ms } = await check(stage);
  expect({ code: cause?.code, state: states[id] }).toEqual({ code, state: 'problem' });
  expect(ms).toBeLessThanOrEqual(10_000);
});

test('accepts an answer that takes four seconds', async () => {
  const stage = createStage();
  const release = stage.http.hold('init');
  const done = stage.harness.handlers.checkConnection({});
  await stage.harness.clock.advance(4000);
  release({ success: true, message: 'ok', sessionid: 'one' });
  await done;
  expect(stage.harness.session().connectionCheck?.cause).toBeNull();
});

describe('the issuer of a certificate', () => {
  const nameOf = async (issuer: string) => {
    const stage = createStage();
    for (const fault of [answers('<html>'), certificate({ ...localRoot, issuer })]) fault(stage);
    const { cause, lines } = await check(stage);
    const { evidence } = lines.find(({ id }) => id === 'tls') ?? { evidence: null };
    return { issuer: cause?.code === 'tls-foreign' ? cause.issuer : null, evidence };
  };

  test.each(['', '192.168.1.1', 'fe80::1', 'mkcert anna@studio-pc', 'C:\\Users\\anna\\ca.pem'])(
    'is unnamed if it may tell something about this computer: %s',
    async (issuer) => {
      expect(await nameOf(issuer)).toEqual({ issuer: '?', evidence: 'OK, ?, local root' });
    },
  );

  test('is short, and has no hidden characters', async () => {
    const { issuer } = await nameOf(`Fil\u202eter ${'x'.repeat(90)}`);
    expect(issuer).toHaveLength(40);
    expect(issuer).toMatch(/^Fil ter x+$/);
  });
});
