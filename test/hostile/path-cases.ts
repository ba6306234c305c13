// Obstacles between the loader and its service: captive portals, broken connections, other
// addresses, TLS and redirects.
import type { Socket } from 'node:net';
import { bytesOf, unsigned, withHeaders } from './answers.ts';
import type { HostileCase } from './cases.ts';
import { certificates, rawFront, tlsFront, unknownCertificate } from './tls-fronts.ts';
import { broken, type Deed } from './breaking.ts';

export const says =
  (text: string | Buffer): Deed =>
  ({ socket }) =>
    void socket.end(text);

export const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
export const ok = 'HTTP/1.1 200 OK';

const page = '<!doctype html><title>Welcome</title><form>Your room number?</form>';

export const portals: readonly HostileCase[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    broken(
      `${status} to the login page of a network`,
      (caught, { elsewhere }) =>
        caught.send({ ...unsigned(status, ''), headers: [['location', elsewhere.url]] }),
      { at: 'start', failure: 'captive-portal' },
    ),
  ),
  broken(
    'a redirect that would send the form along',
    (caught, { elsewhere }) =>
      caught.send({ ...unsigned(307, ''), headers: [['location', elsewhere.url]] }),
    { service: { method: 'POST' }, failure: 'captive-portal' },
  ),
  broken(
    'a redirect with a success in its body',
    async (caught, { elsewhere }) => {
      const answer = await caught.honest();
      caught.send(withHeaders({ ...answer, status: 302 }, { location: elsewhere.url }));
    },
    { failure: 'captive-portal' },
  ),
  broken('an HTML page', ({ send }) => send(unsigned(200, page, 'text/html')), {
    failure: 'captive-portal',
  }),
  broken('an HTML page declared as JSON', ({ send }) => send(unsigned(200, page)), {
    failure: 'captive-portal',
  }),
  broken(
    'an HTML page that redirects',
    (caught, { elsewhere }) =>
      caught.send(
        unsigned(200, `<meta http-equiv="refresh" content="0;url=${elsewhere.url}">`, 'text/html'),
      ),
    { failure: 'captive-portal' },
  ),
  broken('the plain text Success', ({ send }) => send(unsigned(200, 'Success', 'text/plain'))),
  broken(
    'status 511 of a network with a login page',
    ({ send }) => send(unsigned(511, page, 'text/html')),
    {
      failure: 'captive-portal',
    },
  ),
  broken('an HTML page with status 403', ({ send }) => send(unsigned(403, page, 'text/html'))),
  ...[502, 503, 504].map((status) =>
    broken(
      `the page of a gateway, ${status}`,
      ({ send }) => send(unsigned(status, page, 'text/html')),
      {
        failure: 'server-down',
      },
    ),
  ),
  broken(
    'a proxy that requires a password',
    ({ send }) =>
      send({ ...unsigned(407, ''), headers: [['proxy-authenticate', 'Basic realm="x"']] }),
    { failure: 'proxy-auth' },
  ),
  broken('a server that requires a password', ({ send }) =>
    send({ ...unsigned(401, ''), headers: [['www-authenticate', 'Basic realm="x"']] }),
  ),
];

export const connections: readonly HostileCase[] = (
  [
    ['every connection is reset', (socket: Socket) => void socket.resetAndDestroy(), 'interrupted'],
    ['every connection is closed', (socket: Socket) => void socket.end(), 'interrupted'],
    [
      'an answer before the request',
      (socket: Socket) =>
        void socket.end(
          bytesOf(withHeaders(unsigned(200, '{"success":true}'), { connection: 'close' })),
        ),
      'bad-signature',
    ],
  ] as const
).map(([name, connection, failure]) => ({
  name,
  at: 'start',
  connection,
  failure,
  reachable: false,
}));

const instead = (
  name: string,
  failure: HostileCase['failure'],
  front: NonNullable<HostileCase['front']>,
): HostileCase => ({ name, at: 'start', failure, front, reachable: false });

const nowhere = (url: string) => () => Promise.resolve({ url, close: () => Promise.resolve() });

export const addresses: readonly HostileCase[] = [
  instead('no server listens', 'refused-connection', async () => {
    const front = await rawFront(() => undefined);
    await front.close();
    return { ...front, url: front.url.replace('https', 'http') };
  }),
  instead('no server listens at the IPv6 address', 'refused-connection', async () => {
    const front = await rawFront(() => undefined);
    await front.close();
    return { ...front, url: `http://[::1]:${new URL(front.url).port}` };
  }),
  instead('a name that does not exist', 'dns', nowhere('https://license-service.invalid')),
  instead('an unreachable network', 'offline', nowhere('https://255.255.255.255')),
];

export const tls: readonly HostileCase[] = [
  instead('an unknown certificate', 'tls', (relay) => tlsFront(relay, unknownCertificate)),
  instead('an expired certificate', 'tls', (relay) => tlsFront(relay, certificates.expired)),
  instead('a certificate for another host', 'tls', (relay) =>
    tlsFront(relay, certificates.otherHost),
  ),
  instead('an outdated TLS version', 'tls', (relay) =>
    tlsFront(relay, { ...certificates.good, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
  ),
  instead('no TLS at all', 'tls', () =>
    rawFront((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  ),
  instead('a handshake that is reset', 'interrupted', () =>
    rawFront((socket) => socket.once('data', () => socket.resetAndDestroy())),
  ),
  instead('a handshake that is closed', 'interrupted', () =>
    rawFront((socket) => socket.once('data', () => socket.end())),
  ),
  {
    ...instead('a handshake that stalls', 'timeout', (_relay, stuck) =>
      rawFront((socket) => void socket.once('data', stuck)),
    ),
    stalls: true,
  },
];

/** Over TLS, only a redirect away from the service can lead to the login page of a network. */
export const redirects: readonly HostileCase[] = (
  [
    ['to another path', 'https://127.0.0.1/login', 'bad-reply'],
    ['to a relative path', '/login', 'bad-reply'],
    ['to an invalid URL', 'https://[', 'bad-reply'],
    ['to another host', 'https://login.network.example/', 'captive-portal'],
    ['to plain http', 'http://127.0.0.1/login', 'captive-portal'],
  ] as const
).map(([name, location, failure]) => ({
  name: `under the service's certificate, redirected ${name}`,
  at: 'start',
  failure,
  front: (relay) => tlsFront(relay, certificates.good),
  deed: ({ send }) => send({ ...unsigned(302, ''), headers: [['location', location]] }),
  // Electron does not trust the certificate.
  inElectron: { failure: 'tls', reachable: false },
}));
