// Limits of connections: slow clients, long headers, and too many connections.
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { productionConnections } from '../src/http/connection-limits.ts';
import { exceededReporter, limitConnections } from '../src/http/connections.ts';
import { OpenConnections } from '../src/http/open-connections.ts';
import { openWire, type Wire } from './support/service-client.ts';

const quick = {
  ...productionConnections,
  headersWithinMs: 60,
  requestWithinMs: 120,
  checkEveryMs: 20,
};
const request = 'GET /api/1.3/ HTTP/1.1\r\nhost: x\r\n';

function open({ service }: Wire): Socket {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Everything that the service sends until it closes the connection. */
function untilEnded(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => socket.on('close', () => resolve(text)));
}

test('closes a connection whose headers never end, even if they arrive steadily', async () => {
  const wire = await openWire({ connectionLimits: { ...quick, requestWithinMs: 60_000 } });
  const socket = open(wire);
  const ended = untilEnded(socket);
  socket.write(request);
  const drip = setInterval(() => socket.write('x-more: 1\r\n'), 10);
  onTestFinished(() => clearInterval(drip));
  expect(await ended).toMatch(/^HTTP\/1\.1 408 /);
});

test('closes a connection whose body never ends', async () => {
  const wire = await openWire({ connectionLimits: quick });
  const socket = open(wire);
  const ended = untilEnded(socket);
  const type = 'content-type: application/x-www-form-urlencoded';
  socket.write(`POST /api/1.3/ HTTP/1.1\r\nhost: x\r\n${type}\r\ncontent-length: 5000\r\n\r\n`);
  const drip = setInterval(() => socket.write('a'), 10);
  onTestFinished(() => clearInterval(drip));
  await ended;
});

test('serves others while slow clients wait', async () => {
  const wire = await openWire();
  for (let index = 0; index < 100; index += 1) open(wire).write(request);
  expect((await wire.send({ type: 'init' })).body['success']).toBe(true);
});

test('answers a URL or headers beyond 16 KiB with 431', async () => {
  const { service, send } = await openWire();
  const long = await fetch(`${service.url}/api/1.3/?x=${'x'.repeat(17 * 1024)}`);
  expect(long.status).toBe(431);
  const header = await fetch(`${service.url}/api/1.3/`, {
    headers: { 'x-long': 'x'.repeat(17 * 1024) },
  });
  expect(header.status).toBe(431);
  expect((await send({ type: 'init', x: 'x'.repeat(15 * 1024) })).body['success']).toBe(true);
});

test('limits the connections per network and in total by closing the slowest', async () => {
  for (const limit of [{ connectionsOfOne: 3 }, { connections: 3 }]) {
    const wire = await openWire({
      connectionLimits: { ...quick, headersWithinMs: 60_000, requestWithinMs: 60_000, ...limit },
    });
    const [slowest, ...kept] = [open(wire), open(wire), open(wire)];
    for (const socket of [slowest, ...kept])
      await new Promise((resolve) => socket.once('connect', resolve));
    const ended = untilEnded(slowest);
    const newest = open(wire);
    expect(await ended).toBe('');
    for (const socket of [...kept, newest]) {
      const answered = new Promise<string>((resolve) =>
        socket.once('data', (data: Buffer) => resolve(data.toString())),
      );
      socket.write(`${request}\r\n`);
      expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
    }
  }
});

test('a connection with a request in progress does not count as the slowest', async () => {
  let release: () => void = () => undefined;
  let reached: () => void = () => undefined;
  const verifying = new Promise<void>((resolve) => (reached = resolve));
  const wire = await openWire({
    connectionLimits: {
      ...quick,
      headersWithinMs: 60_000,
      requestWithinMs: 60_000,
      connections: 2,
    },
    wrapPasswords: (passwords) => ({
      ...passwords,
      verify: () => {
        reached();
        return new Promise((resolve) => (release = () => resolve(false)));
      },
    }),
  });
  const login = open(wire);
  const { name, ownerid } = wire.service.app;
  const sessionid = await wire.init();
  const parameters = { type: 'login', name, ownerid, sessionid, username: 'a', pass: 'b' };
  const answer = new Promise<string>((resolve) =>
    login.once('data', (data: Buffer) => resolve(data.toString())),
  );
  login.write(
    `GET /api/1.3/?${new URLSearchParams({ ...parameters, hwid: 'd'.repeat(64) }).toString()} HTTP/1.1\r\nhost: x\r\n\r\n`,
  );
  await verifying;
  const idle = [open(wire), open(wire), open(wire)];
  await Promise.all(idle.slice(0, 2).map(untilEnded));
  release();
  expect(await answer).toContain('bad-credentials');
});

test('closes a reader only if it reads less than the minimum in an interval', () => {
  const limits = { ...productionConnections, readWithinMs: 300, readAtLeastBytes: 64 * 1024 };
  const clock = { ms: 0 };
  const open = new OpenConnections(limits, () => clock.ms);
  const readers = [limits.readAtLeastBytes, limits.readAtLeastBytes - 1].map((takes) => {
    const socket = { bytesWritten: 0, writableLength: 0, destroyed: false, once: () => undefined };
    const destroy = () => (socket.destroyed = true);
    const request = { socket: Object.assign(socket, { destroy }) };
    const response = { once: () => undefined };
    open.add(request.socket as never, '127.0.0.1'); // has the members that are used
    open.startRequest(request as never, response as never); // have the members that are used
    open.startAnswer(request as never, response as never, 0);
    return { socket, take: () => void (socket.bytesWritten += takes) };
  });
  for (let times = 0; times < 10; times += 1) {
    for (const { take } of readers) take();
    clock.ms += limits.readWithinMs;
    open.endStalled();
    expect(readers.map(({ socket }) => socket.destroyed)).toEqual([false, true]);
  }
});

test('counts all addresses of an IPv6 network as one', () => {
  const server = new EventEmitter();
  const app = { server, addHook: () => undefined };
  const lines: unknown[] = [];
  const log = { warn: (facts: unknown) => void lines.push(facts) };
  limitConnections(app as never, { ...productionConnections, connectionsOfOne: 2 }, [], log); // has the members that are used
  const destroyed: string[] = [];
  for (const remoteAddress of ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8::3'])
    server.emit('connection', {
      remoteAddress,
      bytesWritten: 0,
      writableLength: 0,
      once: () => undefined,
      destroy: () => destroyed.push(remoteAddress),
    });
  expect(destroyed).toEqual(['2001:db8::1']);
  expect(lines).toEqual([{ most: 2, ended: 1 }]);
});

test('logs the first closed connection immediately, then the count once a minute', () => {
  const lines: unknown[] = [];
  const clock = { ms: 5 };
  const log = { warn: (facts: object, text: string) => void lines.push({ ...facts, text }) };
  const tell = exceededReporter(
    { connections: 9, connectionsOfOne: 2 },
    log as never,
    () => clock.ms,
  ); // has the members that are used
  for (let ended = 0; ended < 4; ended += 1) tell('connectionsOfOne');
  tell('connections');
  clock.ms += 59_999;
  tell('connectionsOfOne');
  clock.ms += 1;
  tell('connectionsOfOne');
  const named = expect.stringContaining('--trust-proxy') as string;
  expect(lines).toEqual([
    { most: 2, ended: 1, text: named },
    { most: 9, ended: 1, text: 'All connections are in use: closed the slowest ones' },
    { most: 2, ended: 5, text: named },
  ]);
});

test('does not limit the connections of a trusted proxy', async () => {
  const connectionLimits = { ...productionConnections, connectionsOfOne: 1 };
  const wire = await openWire({ connectionLimits, trustedProxies: ['127.0.0.0/8'] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => wire.send({ type: 'init' })));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
});
