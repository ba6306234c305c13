// Attack: clients that request much and read nothing, to fill memory or to delay a stop.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { productionConnections, type ConnectionLimits } from '../../src/http/connection-limits.ts';
import { ownApplicationId } from '../support/own-application.ts';
import { askAndStall, rawClient } from '../support/raw-client.ts';
import { sellerOf } from '../support/seller-client.ts';
import { openWire } from '../support/service-client.ts';

const mib = 1024 * 1024;

/** A service with one file for everyone, and its two URLs: inside an answer, and as a download. */
async function open(bytes: number, limits: Partial<ConnectionLimits> = {}) {
  const connectionLimits = { ...productionConnections, checkEveryMs: 20, ...limits };
  const wire = await openWire({ connectionLimits, closeWithinMs: 60_000 });
  const { service, send, init } = wire;
  const folder = join(service.dataFolder, 'upload', ownApplicationId);
  mkdirSync(folder, { recursive: true });
  const content = randomBytes(bytes);
  writeFileSync(join(folder, 'tool.bin'), content);
  const { body } = await sellerOf(service)('upload', { name: 'tool.bin', authed: '0' });
  const fileid = String(body['id']);
  const sessionid = await init();
  const { name, ownerid } = service.app;
  const inAnswer = `/api/1.3/?${new URLSearchParams({ type: 'file', fileid, sessionid, name, ownerid }).toString()}`;
  const download = String((await send({ type: 'file', fileid, sessionid })).body['download']);
  return { ...wire, content, inAnswer, download };
}

test('aborts a download that is not read, and completes one that is read', async () => {
  const clock = { ms: 0 };
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms);
  const limits = { readWithinMs: 300, readAtLeastBytes: 64 * 1024 };
  const { service, content, download } = await open(24 * mib, limits);
  const stalled = await rawClient(service.url);
  askAndStall(stalled, download);
  const state = { hasEnded: false };
  void stalled.ended.then(() => (state.hasEnded = true));
  // Control. connections.test.ts covers how slowly a client may read.
  const got = Buffer.from(await (await fetch(service.url + download)).arrayBuffer());
  expect(got.equals(content)).toBe(true);
  expect(state.hasEnded).toBe(false);
  // The bytes that the operating system buffers at first count as read, but only once.
  while (!state.hasEnded) {
    clock.ms += limits.readWithinMs;
    await pause(20);
  }
});

test('unread answers stay within a limit for each connection', async () => {
  // The service reads ahead 128 KiB of a file's 2 MiB of hex for each connection.
  const { service, inAnswer, send } = await open(mib, { unsentBytesOfOne: mib });
  const greedy = await rawClient(service.url);
  askAndStall(greedy, inAnswer, 12);
  expect(await greedy.ended).toBe(true);
  // Control: the same number of answers is allowed one after the other.
  for (let i = 0; i < 12; i += 1)
    expect((await fetch(service.url + inAnswer).then((one) => one.text())).length).toBeGreaterThan(
      2 * mib,
    );
  expect((await send({ type: 'init' })).status).toBe(200);
});

test('limits pipelined requests on a connection', async () => {
  const { service, inAnswer } = await open(10);
  const flood = await rawClient(service.url);
  askAndStall(flood, inAnswer, 17);
  expect(await flood.ended).toBe(true);
  const [polite, answers] = [await rawClient(service.url), { text: '' }];
  polite.socket.on('data', (chunk: Buffer) => (answers.text += chunk.toString()));
  polite.socket.write(`GET ${inAnswer} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(16));
  const answered = () => answers.text.split('"success":true').length - 1;
  await expect.poll(answered, { timeout: 15_000 }).toBe(16);
});

test('closes only the stalled readers that exceed the total limit, and serves others', async () => {
  const { service, inAnswer, send } = await open(mib, { unsentBytes: 4 * mib });
  const crowd = await Promise.all(Array.from({ length: 40 }, () => rawClient(service.url)));
  for (const one of crowd) askAndStall(one, inAnswer, 3);
  let gone = 0;
  for (const { ended } of crowd) void ended.then(() => (gone += 1));
  // 40 times 3 answers. The operating system buffers up to 4 MiB of each client; of the rest 128
  // KiB each are read ahead. The limit holds 32 of them, so at least 8 clients have to go.
  await expect.poll(() => gone, { timeout: 15_000 }).toBeGreaterThanOrEqual(8);
  expect((await send({ type: 'init' })).status).toBe(200);
  expect(await (await fetch(service.url + inAnswer)).text()).toContain('"success":true');
});

test('an unread download does not delay the stop of the service', async () => {
  const { service, download } = await open(24 * mib);
  const stalled = await rawClient(service.url);
  const begun = new Promise((resolve) => stalled.socket.once('data', resolve));
  stalled.socket.write(`GET ${download} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await begun;
  stalled.socket.pause();
  // If the download delayed the stop, this would take longer than a test may take.
  await service.close();
});
