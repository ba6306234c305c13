// A service, and a web server with files that its seller adds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { checkAnswer, openWire, readAnswer, type Wire } from './support/service-client.ts';
import { ownApplicationId } from './support/own-application.ts';
import { sellerOf } from './support/seller-client.ts';

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export async function open() {
  const web: { files: Record<string, Buffer>; calls: number } = { files: {}, calls: 0 };
  const server = http.createServer((request, response) => {
    web.calls += 1;
    const bytes = web.files[request.url ?? ''];
    if (bytes === undefined) response.writeHead(404).end('no');
    else response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`; // a TCP server has an AddressInfo
  // Close to the file system's time, because the sweep at start deletes drafts older than an hour.
  const clock = { ms: Math.floor(Date.now() / 1000) * 1000 };
  const outbound = { allowPrivateAddresses: [host] };
  const wire = await openWire({ now: () => clock.ms, outbound });
  const ask = sellerOf(wire.service);
  const folder = join(wire.service.dataFolder, 'files', ownApplicationId);
  const upload = join(wire.service.dataFolder, 'upload', ownApplicationId);
  const stored = () => (existsSync(folder) ? readdirSync(folder).sort() : []);
  const add = async (bytes: Buffer, authed = '0', path = '/a/tool.bin') => {
    web.files[path] = bytes;
    const { body, message } = await ask('upload', { url: `http://${host}${path}`, authed });
    expect(message).toBe(`File ID ${String(body['id'])} Uploaded Successfully`);
    return String(body['id']);
  };
  return { wire, ask, add, web, host, clock, folder, stored, upload };
}

export async function get(wire: Wire, sessionid: string, fileid: string) {
  return (await wire.send({ type: 'file', sessionid, fileid })).body;
}

export async function download(wire: Wire, address: unknown, headers: Record<string, string> = {}) {
  return fetch(wire.service.url + String(address), { headers });
}

/** The body of a refused download, whose signature is checked. */
export async function refusal(wire: Wire, address: unknown, headers: Record<string, string> = {}) {
  const answer = await readAnswer(await download(wire, address, headers));
  return { ...checkAnswer(wire.service, answer).body, status: answer.status };
}
