// Networks that break, stall, drip, lead astray or speak something else, at every stage of a call and at every operation.
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { bytesOf, unsigned, withHeaders } from './answers.ts';
import type { HostileCase } from './cases.ts';
import type { Moment } from './drive.ts';
import type { Caught } from './relay.ts';
import { certificates, rawFront, tlsFront, unknownCertificate } from './tls-fronts.ts';

type Deed = NonNullable<HostileCase['deed']>;

const broken = (name: string, deed: Deed, more: Partial<HostileCase> = {}): HostileCase => ({
  ...{ name, at: 'sign-in', deed, failure: 'bad-reply' },
  ...more,
});
const bytes = async ({ honest }: Caught): Promise<Buffer> => bytesOf(await honest());
const headLength = (answer: Buffer): number => answer.indexOf('\r\n\r\n') + 4;

/** How far an honest answer comes before something happens to it. */
const stages: Readonly<Record<string, (answer: Buffer) => number>> = {
  'before the answer': () => 0,
  'within the first line': () => 9,
  'within the headers': (answer) => Math.floor(headLength(answer) / 2),
  'after the headers': headLength,
  'within the body': (answer) => Math.floor((headLength(answer) + answer.length) / 2),
  'one byte before the end': (answer) => answer.length - 1,
};
const moments: readonly Moment[] = ['start', 'sign-in', 'redeem', 'launch'];

type End = (caught: Caught) => void;
const ends: Readonly<Record<'reset' | 'closed' | 'stalled', End>> = {
  reset: ({ socket }) => socket.resetAndDestroy(),
  closed: ({ socket }) => void socket.end(),
  stalled: ({ stuck }) => stuck(),
};

/** Sends that much of the honest answer; what was sent has left this process before the end comes. */
const until =
  (lengthOf: (answer: Buffer) => number, end: End): Deed =>
  async (caught) => {
    const answer = await bytes(caught);
    const part = answer.subarray(0, lengthOf(answer));
    if (part.length === 0) end(caught);
    else caught.socket.write(part, () => end(caught));
  };

const everyStage = Object.entries(stages).flatMap(([stage, lengthOf]) => [
  broken(`reset ${stage}`, until(lengthOf, ends.reset)),
  broken(`closed ${stage}`, until(lengthOf, ends.closed)),
  broken(`stalled ${stage}`, until(lengthOf, ends.stalled), { failure: 'timeout', stalls: true }),
]);
const everyMoment = moments
  .filter((at) => at !== 'sign-in')
  .flatMap((at) => [
    broken('reset within the body', until(stages['within the body'] ?? (() => 0), ends.reset), {
      at,
    }),
    broken('stalled after the headers', until(headLength, ends.stalled), {
      ...{ at, failure: 'timeout', stalls: true },
    }),
  ]);

/** One byte after the other, without end: no single wait is long. */
function drip(socket: Socket, next: () => Uint8Array): void {
  const timer = setInterval(() => socket.write(next()), 1);
  socket.on('close', () => clearInterval(timer));
}
const drips: readonly HostileCase[] = [
  broken(
    'headers that never end, byte by byte',
    ({ socket, stuck }) => {
      socket.write('HTTP/1.1 200 OK\r\nX: ');
      drip(socket, () => Buffer.from('x'));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
  broken(
    'a body that never ends, byte by byte',
    ({ socket, stuck }) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      drip(socket, () => Buffer.from('1\r\nx\r\n'));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
  broken(
    'an answer that is always about to come',
    ({ socket, stuck }) => {
      drip(socket, () => Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
];

const says =
  (text: string | Buffer): Deed =>
  ({ socket }) =>
    void socket.end(text);
const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const ok = 'HTTP/1.1 200 OK';

const nonsense: readonly HostileCase[] = [
  broken('another protocol', says('SSH-2.0-OpenSSH_9.6\r\nnot what was asked for\r\n')),
  broken('a greeting by mail', says('220 mail.example ESMTP\r\n')),
  broken('zeros', says(Buffer.alloc(4096))),
  broken('a version of the future', says(head('HTTP/9.9 200 OK', 'Content-Length: 0'))),
  broken('two lengths', says(`${head(ok, 'Content-Length: 2', 'Content-Length: 5')}{}...`)),
  broken('a length below nothing', says(`${head(ok, 'Content-Length: -1')}{}`)),
  broken('a length of no size', says(head(ok, `Content-Length: ${'9'.repeat(30)}`))),
  broken(
    'a chunk of no size',
    says(`${head(ok, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`),
  ),
  broken(
    'a chunk larger than memory',
    says(`${head(ok, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n{}`),
  ),
  broken('a chunk that is longer than it says', async ({ socket, honest }) => {
    const { body } = await honest();
    socket.end(`${head(ok, 'Transfer-Encoding: chunked')}2\r\n${body.toString()}\r\n0\r\n\r\n`);
  }),
  broken(
    'a switch to another protocol',
    says(head('HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade')),
  ),
  broken('a header of 300 KB', says(head(ok, `X-Long: ${'x'.repeat(300_000)}`))),
  broken(
    'ten thousand headers',
    says(head(ok, ...Array.from({ length: 10_000 }, (_, n) => `X-${n}: ${'x'.repeat(30)}`))),
  ),
  broken('no content', ({ send }) => send(unsigned(204, ''))),
  broken('an empty body', ({ send }) => send(unsigned(200, ''))),
  broken('nothing new', ({ send }) => send(unsigned(304, ''))),
];

const sizes: readonly HostileCase[] = [
  broken('a bomb', ({ send }) =>
    send({
      ...unsigned(200, ''),
      headers: [['content-encoding', 'gzip']],
      body: gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    }),
  ),
  broken('a byte more than a mebibyte', ({ send }) =>
    send(unsigned(200, 'x'.repeat(1024 * 1024 + 1))),
  ),
  broken('a length of a gibibyte', says(head(ok, `Content-Length: ${2 ** 30}`))),
  broken('a body without end', ({ socket }) => {
    socket.write(head(ok, 'Transfer-Encoding: chunked'));
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  }),
  broken('no compression where one is named', async ({ send, honest }) =>
    send(withHeaders(await honest(), { 'content-encoding': 'gzip' })),
  ),
  broken(
    'half a compression',
    async ({ send, honest }) => {
      const answer = withHeaders(await honest(), { 'content-encoding': 'gzip' });
      const whole = gzipSync(answer.body);
      send({ ...answer, body: whole.subarray(0, whole.length / 2) });
    },
    { inElectron: { failure: 'bad-signature' } },
  ),
  broken(
    'a length that is too short for the answer',
    async ({ send, honest }) => {
      const answer = await honest();
      send(withHeaders(answer, { 'content-length': String(answer.body.length - 10) }));
    },
    { inElectron: { failure: 'bad-signature' } },
  ),
  broken(
    'a length that is too long for the answer',
    async ({ send, honest, stuck }) => {
      const answer = await honest();
      send(withHeaders(answer, { 'content-length': String(answer.body.length + 10) }));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
];

const page = '<!doctype html><title>Welcome</title><form>Your room number?</form>';
const portals: readonly HostileCase[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    broken(
      `${status} to the login page of a network`,
      (caught, { elsewhere }) =>
        caught.send({ ...unsigned(status, ''), headers: [['location', elsewhere.url]] }),
      { at: 'start', failure: 'captive-portal' },
    ),
  ),
  broken(
    'a redirect with the form in tow',
    (caught, { elsewhere }) =>
      caught.send({ ...unsigned(307, ''), headers: [['location', elsewhere.url]] }),
    { service: { method: 'POST' }, failure: 'captive-portal' },
  ),
  broken(
    'a redirect that has the success with it',
    async (caught, { elsewhere }) => {
      const answer = await caught.honest();
      caught.send(withHeaders({ ...answer, status: 302 }, { location: elsewhere.url }));
    },
    { failure: 'captive-portal' },
  ),
  broken('a page', ({ send }) => send(unsigned(200, page, 'text/html')), {
    failure: 'captive-portal',
  }),
  broken('a page that calls itself JSON', ({ send }) => send(unsigned(200, page)), {
    failure: 'captive-portal',
  }),
  broken(
    'a page that leads on by itself',
    (caught, { elsewhere }) =>
      caught.send(
        unsigned(200, `<meta http-equiv="refresh" content="0;url=${elsewhere.url}">`, 'text/html'),
      ),
    { failure: 'captive-portal' },
  ),
  broken('the word Success', ({ send }) => send(unsigned(200, 'Success', 'text/plain'))),
  broken(
    'a network that says it wants a login',
    ({ send }) => send(unsigned(511, page, 'text/html')),
    {
      failure: 'captive-portal',
    },
  ),
  broken('a page that refuses', ({ send }) => send(unsigned(403, page, 'text/html'))),
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
    'a proxy that wants a password',
    ({ send }) =>
      send({ ...unsigned(407, ''), headers: [['proxy-authenticate', 'Basic realm="x"']] }),
    { failure: 'proxy-auth' },
  ),
  broken('a server that wants a password', ({ send }) =>
    send({ ...unsigned(401, ''), headers: [['www-authenticate', 'Basic realm="x"']] }),
  ),
];

const connections: readonly HostileCase[] = (
  [
    ['every connection is reset', (socket: Socket) => void socket.resetAndDestroy(), 'bad-reply'],
    ['every connection is closed', (socket: Socket) => void socket.end(), 'bad-reply'],
    [
      'an answer before the question',
      (socket: Socket) =>
        void socket.end(
          bytesOf(withHeaders(unsigned(200, '{"success":true}'), { connection: 'close' })),
        ),
      'bad-signature',
    ],
  ] as const
).map(([name, connection, failure]) => ({
  ...{ name, at: 'start', connection, failure, reachable: false },
}));

const instead = (
  name: string,
  failure: HostileCase['failure'],
  front: NonNullable<HostileCase['front']>,
): HostileCase => ({ name, at: 'start', failure, front, reachable: false });
const nowhere = (url: string) => () => Promise.resolve({ url, close: () => Promise.resolve() });

const addresses: readonly HostileCase[] = [
  instead('nobody listens', 'refused-connection', async () => {
    const front = await rawFront(() => undefined);
    await front.close();
    return { ...front, url: front.url.replace('https', 'http') };
  }),
  instead('nobody listens at the newer kind of address', 'refused-connection', async () => {
    const front = await rawFront(() => undefined);
    await front.close();
    return { ...front, url: `http://[::1]:${new URL(front.url).port}` };
  }),
  instead('a name that does not exist', 'dns', nowhere('https://license-service.invalid')),
  instead('a network that leads nowhere', 'offline', nowhere('https://255.255.255.255')),
];

const tls: readonly HostileCase[] = [
  instead('a certificate that nobody knows', 'tls', (relay) => tlsFront(relay, unknownCertificate)),
  instead('a certificate that has ended', 'tls', (relay) => tlsFront(relay, certificates.expired)),
  instead('a certificate for another address', 'tls', (relay) =>
    tlsFront(relay, certificates.otherHost),
  ),
  instead('TLS of long ago', 'tls', (relay) =>
    tlsFront(relay, { ...certificates.good, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
  ),
  instead('no TLS at all', 'tls', () =>
    rawFront((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  ),
  instead('a handshake that is reset', 'bad-reply', () =>
    rawFront((socket) => socket.once('data', () => socket.resetAndDestroy())),
  ),
  instead('a handshake that is closed', 'bad-reply', () =>
    rawFront((socket) => socket.once('data', () => socket.end())),
  ),
  {
    ...instead('a handshake that never goes on', 'timeout', (_relay, stuck) =>
      rawFront((socket) => void socket.once('data', stuck)),
    ),
    stalls: true,
  },
];

/** Over TLS nobody but the service can redirect: only what leads away from it may be a network's login page. */
const redirects: readonly HostileCase[] = (
  [
    ['to another path', 'https://127.0.0.1/login', 'bad-reply'],
    ['to a relative path', '/login', 'bad-reply'],
    ['to nowhere', 'https://[', 'bad-reply'],
    ['to another host', 'https://login.network.example/', 'captive-portal'],
    ['to plain http', 'http://127.0.0.1/login', 'captive-portal'],
  ] as const
).map(([name, location, failure]) => ({
  ...{ name: `under the service's certificate, redirected ${name}`, at: 'start', failure },
  front: (relay) => tlsFront(relay, certificates.good),
  deed: ({ send }) => send({ ...unsigned(302, ''), headers: [['location', location]] }),
  // Nobody there trusts the certificate.
  inElectron: { failure: 'tls', reachable: false },
}));

export const networkCases: readonly HostileCase[] = [
  ...everyStage,
  ...everyMoment,
  ...drips,
  ...nonsense,
  ...sizes,
  ...portals,
  ...connections,
  ...addresses,
  ...tls,
  ...redirects,
];
