// Networks that reset, stall, send single bytes, redirect or break the protocol, at every stage of
// an answer and in every operation.
import { gzipSync } from 'node:zlib';
import type { Socket } from 'node:net';
import { bytesOf, unsigned, withHeaders } from './answers.ts';
import type { HostileCase } from './cases.ts';
import type { Stage } from './drive.ts';
import type { Caught } from './relay.ts';
import { broken, type Deed } from './breaking.ts';
import { addresses, connections, head, ok, portals, redirects, says, tls } from './path-cases.ts';

const bytes = async ({ honest }: Caught): Promise<Buffer> => bytesOf(await honest());
const headLength = (answer: Buffer): number => answer.indexOf('\r\n\r\n') + 4;

/** The number of bytes of an honest answer that arrive before the fault. */
const stages: Readonly<Record<string, (answer: Buffer) => number>> = {
  'before the answer': () => 0,
  'within the first line': () => 9,
  'within the headers': (answer) => Math.floor(headLength(answer) / 2),
  'after the headers': headLength,
  'within the body': (answer) => Math.floor((headLength(answer) + answer.length) / 2),
  'one byte before the end': (answer) => answer.length - 1,
};

const moments: readonly Stage[] = ['start', 'sign-in', 'redeem', 'launch'];

type End = (caught: Caught) => void;

const ends: Readonly<Record<'reset' | 'closed' | 'stalled', End>> = {
  reset: ({ socket }) => socket.resetAndDestroy(),
  closed: ({ socket }) => void socket.end(),
  stalled: ({ stuck }) => stuck(),
};

/** Sends a part of the honest answer, and calls `end` when that part has left this process. */
const until =
  (lengthOf: (answer: Buffer) => number, end: End): Deed =>
  async (caught) => {
    const answer = await bytes(caught);
    const part = answer.subarray(0, lengthOf(answer));
    if (part.length === 0) end(caught);
    else caught.socket.write(part, () => end(caught));
  };

const everyStage = Object.entries(stages).flatMap(([stage, lengthOf]) => [
  broken(`reset ${stage}`, until(lengthOf, ends.reset), { failure: 'interrupted' }),
  broken(`closed ${stage}`, until(lengthOf, ends.closed), {
    failure: 'interrupted',
    // Over plain HTTP, Chromium accepts truncated headers, and no length of the body is declared.
    ...(stage === 'within the first line' && { inElectron: { failure: 'bad-reply' } }),
  }),
  broken(`stalled ${stage}`, until(lengthOf, ends.stalled), { failure: 'timeout', stalls: true }),
]);

const everyMoment = moments
  .filter((at) => at !== 'sign-in')
  .flatMap((at) => [
    broken('reset within the body', until(stages['within the body'] ?? (() => 0), ends.reset), {
      at,
      failure: 'interrupted',
    }),
    broken('stalled after the headers', until(headLength, ends.stalled), {
      at,
      failure: 'timeout',
      stalls: true,
    }),
  ]);

/** Sends data in small pieces without end, so that no wait for the next piece is long. */
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
    'endless informational answers',
    ({ socket, stuck }) => {
      drip(socket, () => Buffer.from('HTTP/1.1 102 Processing\r\n\r\n'));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
];

const nonsense: readonly HostileCase[] = [
  broken('another protocol', says('SSH-2.0-OpenSSH_9.6\r\nnot what was asked for\r\n')),
  broken('the greeting of a mail server', says('220 mail.example ESMTP\r\n')),
  broken('zeros', says(Buffer.alloc(4096))),
  broken('an unknown HTTP version', says(head('HTTP/9.9 200 OK', 'Content-Length: 0'))),
  broken('two lengths', says(`${head(ok, 'Content-Length: 2', 'Content-Length: 5')}{}...`)),
  broken('a negative content length', says(`${head(ok, 'Content-Length: -1')}{}`)),
  broken(
    'a content length too large to parse',
    says(head(ok, `Content-Length: ${'9'.repeat(30)}`)),
  ),
  broken(
    'a chunk with an invalid size',
    says(`${head(ok, 'Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`),
  ),
  broken(
    'a chunk larger than memory',
    says(`${head(ok, 'Transfer-Encoding: chunked')}fffffffffffffffff\r\n{}`),
  ),
  broken('a chunk longer than its size', async ({ socket, honest }) => {
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
  broken('status 204', ({ send }) => send(unsigned(204, ''))),
  broken('an empty body', ({ send }) => send(unsigned(200, ''))),
  broken('status 304', ({ send }) => send(unsigned(304, ''))),
];

const sizes: readonly HostileCase[] = [
  broken('a compression bomb', ({ send }) =>
    send({
      ...unsigned(200, ''),
      headers: [['content-encoding', 'gzip']],
      body: gzipSync(Buffer.alloc(64 * 1024 * 1024)),
    }),
  ),
  broken('a body of 1 MiB and one byte', ({ send }) =>
    send(unsigned(200, 'x'.repeat(1024 * 1024 + 1))),
  ),
  broken('a content length of 1 GiB', says(head(ok, `Content-Length: ${2 ** 30}`))),
  broken('an endless body', ({ socket }) => {
    socket.write(head(ok, 'Transfer-Encoding: chunked'));
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(65_536)}\r\n`);
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
  }),
  broken('an uncompressed body declared as compressed', async ({ send, honest }) =>
    send(withHeaders(await honest(), { 'content-encoding': 'gzip' })),
  ),
  broken(
    'a truncated compressed body',
    async ({ send, honest }) => {
      const answer = withHeaders(await honest(), { 'content-encoding': 'gzip' });
      const whole = gzipSync(answer.body);
      send({ ...answer, body: whole.subarray(0, whole.length / 2) });
    },
    { inElectron: { failure: 'bad-signature' } },
  ),
  broken(
    'a content length below the size of the body',
    async ({ send, honest }) => {
      const answer = await honest();
      send(withHeaders(answer, { 'content-length': String(answer.body.length - 10) }));
    },
    { inElectron: { failure: 'bad-signature' } },
  ),
  broken(
    'a content length above the size of the body',
    async ({ send, honest, stuck }) => {
      const answer = await honest();
      send(withHeaders(answer, { 'content-length': String(answer.body.length + 10) }));
      stuck();
    },
    { failure: 'timeout', stalls: true },
  ),
];

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
