// Each fault of the network, the service and the computer has one cause, found in time.
import { describe, expect, test } from 'vitest';
import { checks } from '../../src/main/core/connection-check/checks.ts';
import { environmentCodes } from '../../src/shared/failure.ts';
import {
  check,
  createStage,
  dayMs,
  type Fault,
  portalProbe,
  silent,
} from './connection-check-parts.ts';
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

const noKeyStore: Fault = ({ harness }) =>
  Object.assign(harness.vault, {
    ability: () => ({ possible: false, reason: 'no-key-store' }),
  });
const noHardware: Fault = ({ harness }) => void (harness.hardware.works = false);
const folders =
  (facts: object): Fault =>
  ({ host }) =>
    Object.assign(host.folders, facts);

const faults: readonly FaultRow[] = [
  ['no link', 'offline', 'link', [fails('offline'), ({ host }) => void (host.online = false)]],
  [
    'a name that nobody knows',
    'dns',
    'name',
    [fails('dns'), probes({ addresses: () => Promise.resolve([]) })],
  ],
  [
    'a name that leads to this computer',
    'route-silent',
    'name',
    [
      fails('refused-connection'),
      probes({ addresses: (_, family) => Promise.resolve(family === 4 ? ['127.0.0.1'] : ['::1']) }),
    ],
  ],
  [
    'a proxy with a password',
    'proxy-auth',
    'proxy',
    [fails('proxy-auth'), probes({ proxyKind: () => Promise.resolve('PROXY') })],
  ],
  [
    'a proxy that is away',
    'proxy-auth',
    'proxy',
    [fails('proxy-auth'), networkError('PROXY_CONNECTION_FAILED')],
  ],
  [
    'a refused connection',
    'refused-connection',
    'route',
    [fails('refused-connection'), probes({ connect: () => Promise.resolve('refused') })],
  ],
  ['a dropped connection', 'route-silent', 'route', [silence, probes({ connect: silent })]],
  ['a service that accepts and says nothing', 'timeout', 'answer', [silence]],
  [
    'a broken IPv6',
    'timeout',
    'answer',
    [
      fails('timeout'),
      probes({
        addresses: (_, family) => Promise.resolve([family === 4 ? '203.0.113.7' : '2001:db8::7']),
        connect: (_host, _port, family) => (family === 4 ? Promise.resolve('open') : silent()),
      }),
    ],
  ],
  [
    'a reset in the TLS hello',
    'interrupted',
    'tls',
    [fails('broken-off'), noCertificate, networkError('CONNECTION_RESET')],
  ],
  [
    'a certificate without a trusted root',
    'tls-foreign',
    'tls',
    [fails('tls'), certificate({ ...localRoot, verdict: 'CERT_AUTHORITY_INVALID' })],
  ],
  [
    'a certificate of another host',
    'tls-foreign',
    'tls',
    [fails('tls'), certificate({ verdict: 'CERT_COMMON_NAME_INVALID' })],
  ],
  [
    'a certificate that has expired',
    'tls-date',
    'tls',
    [fails('tls'), certificate({ verdict: 'CERT_DATE_INVALID' })],
  ],
  [
    'a program that changes encrypted answers',
    'tls-foreign',
    'tls',
    [answers('{"success":true}'), certificate(localRoot)],
  ],
  ['a redirect to a sign-in page', 'captive-portal', 'portal', [fails('led-away'), noCertificate]],
  [
    'the sign-in page instead of an answer',
    'captive-portal',
    'portal',
    [answers('<html>Sign in</html>'), noCertificate],
  ],
  [
    'a sign-in page on the portal probe only',
    'captive-portal',
    'portal',
    [fails('timeout'), noCertificate, probe(page)],
  ],
  [
    'a service that is down',
    'server-down',
    'answer',
    [({ http }) => http.on('init', { status: 503, text: '' })],
  ],
  ['an answer that breaks off', 'interrupted', 'answer', [fails('broken-off')]],
  ['an unsigned answer', 'bad-signature', 'signature', [answers('{"success":true}')]],
  ['a rate limit', 'rate-limited', 'limit', [refuses('rate-limited')]],
  ['an unknown application', 'app-unknown', 'application', [refuses('app-unknown')]],
  ['a paused application', 'app-paused', 'application', [refuses('app-paused')]],
  ['an outdated loader', 'update-required', 'version', [refuses('update-required')]],
  ['a banned address', 'blacklisted', 'blacklist', [refuses('blacklisted')]],
  [
    'a banned computer',
    'blacklisted',
    'blacklist',
    [({ http }) => http.on('checkblacklist', { success: true, message: 'Client is blacklisted' })],
  ],
];

describe('each fault has one cause', () => {
  test.each(faults)('%s: %s', async (_name, code, id, made) => {
    const stage = createStage({ service: { portalProbe } });
    stage.http.on('', { status: 204, text: '' });
    for (const fault of made) fault(stage);
    const { cause, states, ms } = await check(stage);
    expect({ code: cause?.code, state: states[id] }).toEqual({ code, state: 'problem' });
    expect(ms).toBeLessThanOrEqual(10_000);
    const follow = checks.filter(({ dependsOn }) => dependsOn.includes(id));
    for (const next of follow) expect([next.id, states[next.id]]).toEqual([next.id, 'skipped']);
  });

  test.each([
    ['a full disk', 'space', folders({ freeBytes: 0, isDataFolderWritable: false })],
    ['hardware that cannot be read', 'device-id', noHardware],
    ['a data folder without rights', 'data-folder', folders({ isDataFolderWritable: false })],
    [
      'a program folder without rights',
      'program-folder',
      folders({ isProgramFolderWritable: false }),
    ],
    ['a missing key store', 'key-store', noKeyStore],
  ] as const)('%s is no cause of the connection', async (_name, id, made) => {
    const stage = createStage();
    made(stage);
    const { cause, states } = await check(stage);
    expect([cause, states[id]]).toEqual([null, 'problem']);
  });

  test('no cause is about a password or a key', () => {
    const codes = new Set(faults.map(([, code]) => code));
    for (const code of ['bad-credentials', 'bad-code', 'key-unknown', 'key-used', 'key-banned'])
      expect([...codes, ...environmentCodes]).not.toContain(code);
  });

  test('a clock that is three days slow is named with its difference', async () => {
    const stage = createStage({ checkOffsetMs: -3 * dayMs });
    expect((await check(stage)).cause).toEqual({ code: 'clock-skew', clockOffsetMs: -3 * dayMs });
  });
});
