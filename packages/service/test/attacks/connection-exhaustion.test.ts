// Attack: clients that take every connection and stay silent, or send endless bodies.
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { productionConnections } from '../../src/http/connection-limits.ts';
import { rawClient } from '../support/raw-client.ts';
import { openWire } from '../support/service-client.ts';

test('silent connections from many networks do not block other clients', async () => {
  const connectionLimits = { ...productionConnections, connections: 40, connectionsOfOne: 8 };
  const { service, send } = await openWire({ connectionLimits });
  const crowd = async (count: number) => {
    const networks = Array.from({ length: count }, (_, index) => `127.0.${1 + (index % 17)}.1`);
    return Promise.all(networks.map((address) => rawClient(service.url, address)));
  };
  const first = await crowd(100);
  // More silent clients connect while others send requests.
  const [more, answers] = await Promise.all([
    crowd(100),
    Promise.all(Array.from({ length: 5 }, () => send({ type: 'init' }))),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  // Control: the silent ones were closed, the oldest first.
  await Promise.all(first.slice(0, 50).map(({ ended }) => ended));
  const isOpen = ({ ended }: (typeof more)[number]) =>
    Promise.race([ended.then(() => false), pause(50, true)]);
  expect(await Promise.all(more.slice(-5).map(isOpen))).toContain(true);
});

const kinds = [
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n'],
  ['application/x-www-form-urlencoded', 'a='],
  ['application/json', '{"a":"'],
  ['text/plain', ''],
] as const;

test.each(kinds)(
  'a body of %s without a declared length is counted while it arrives',
  async (kind, begin) => {
    const { service, send } = await openWire();
    const head = `POST /api/1.3/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${kind}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const { socket } = await rawClient(service.url);
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    // The body is longer than the 64 KiB that the service reads, and never ends.
    socket.write(head + chunk(begin === '' ? 'x' : begin) + chunk('x'.repeat(70 * 1024)));
    await expect.poll(() => answer, { timeout: 15_000 }).toMatch(/^HTTP\/1\.1 413 /);
    // Nothing more is read: the connection closes long before all of this is sent.
    await partsUntilClosed(socket, chunk('x'.repeat(1024 * 1024)));
    expect(socket.destroyed).toBe(true);
    // Control: 64 KiB in total are read, in parts and without a length.
    const little = await rawClient(service.url);
    let told = '';
    little.socket.on('data', (data: Buffer) => (told += data.toString()));
    little.socket.write(head + chunk(begin === '' ? 'x' : begin));
    for (let i = 0; i < 60; i += 1) little.socket.write(chunk('x'.repeat(1000)));
    little.socket.write('0\r\n\r\n');
    await expect.poll(() => told, { timeout: 15_000 }).toMatch(/^HTTP\/1\.1 (200|400|415) /);
    expect((await send({ type: 'init' })).status).toBe(200);
  },
);

test.each(['/api/1.3/', '/api/seller/', '/desk/api/nothing', '/nothing'])(
  'a body for %s whose declared length is refused is not read',
  async (path) => {
    const { service, send } = await openWire();
    const { socket } = await rawClient(service.url);
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    const bytes = 1024 ** 3;
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${bytes}\r\n\r\n`);
    await expect.poll(() => answer, { timeout: 15_000 }).toMatch(/^HTTP\/1\.1 4(04|13) /);
    expect(await partsUntilClosed(socket, 'x'.repeat(1024 * 1024))).toBeLessThan(128);
    expect((await send({ type: 'init' })).status).toBe(200);
  },
);

/** Sends parts until the connection closes, at most 128. Returns their number. */
async function partsUntilClosed(socket: Socket, part: string): Promise<number> {
  const most = 128;
  let sent = 0;
  for (; sent < most && !socket.destroyed; sent += 1)
    if (!socket.write(part))
      await Promise.race([
        new Promise((resolve) => socket.once('drain', resolve)),
        new Promise((resolve) => socket.once('close', resolve)),
      ]);
  return sent;
}
