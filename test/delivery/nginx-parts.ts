// A service behind nginx, a release published through it, and program stores that download through
// it.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { makeSelfSigned } from '../adapters/self-signed.ts';
import { openReleases } from '../../packages/service/test/releases-parts.ts';
import { cli, keyFile } from '../../packages/cli/test/support/cli.ts';
import { noise } from '../support/noise.ts';
import { startNginx } from '../support/nginx.ts';
import type { Files } from '../support/release.ts';
import { wireTo } from '../../packages/service/test/support/service-client.ts';
import { deliveryWorker, testFolder, treeOf } from './delivery-parts.ts';
import { plainStore } from './plain-store.ts';

export const certificate = makeSelfSigned();
beforeAll(() => {
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  return deliveryWorker();
});

export const large = noise(5_000_000, 31);
export const files: Files = {
  'run.sh': '#!/bin/sh\n',
  'data/text': 'text '.repeat(90_000),
  'data/large.bin': large,
};
const trustedProxies = ['127.0.0.1', '::1'];

export async function behindNginx(change?: (config: string) => string) {
  const isDocumented = change === undefined;
  const releases = await openReleases({ trustedProxies });
  const { service } = releases;
  const nginx = await startNginx({
    service: service.url,
    certificate,
    ...(!isDocumented && { change }),
  });
  onTestFinished(() => nginx.close());
  const sellerKey = keyFile(service.app.sellerkey);
  // This client verifies every answer. With a changed configuration, it bypasses nginx.
  const wire = isDocumented ? wireTo({ ...service, url: nginx.url }) : releases.wire;
  const session = await wire.signIn(await service.addUser());
  return {
    nginx,
    service,
    wire,
    session,
    clock: releases.clock,
    seller: (...words: readonly string[]) =>
      cli([...words, '--url', nginx.url, '--key-file', sellerKey], {
        wait: () => Promise.resolve(),
      }),
    made: releases.made,
    publicKey: releases.publicKey,
    offer: async () => {
      const { body } = await wire.send({
        type: 'release',
        sessionid: session,
        channel: 'stable',
        platform: 'linux-x64',
      });
      const offered = body['release'] as Awaited<ReturnType<typeof releases.offer>>; // as its schema says
      if (offered === null) throw new Error('Nothing is offered.');
      return offered;
    },
  };
}

type Behind = Awaited<ReturnType<typeof behindNginx>>;

export async function publish({ made, seller }: Behind, sequence: number, content: Files) {
  const release = await made(sequence, content);
  const pushed = await seller('release', 'push', release);
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  return release;
}

/** A program store that sends every request to `url`. */
export async function storeAt({ publicKey, service, offer }: Behind, url: string) {
  const folder = path.join(testFolder(), 'program');
  const place = { workerFile: await deliveryWorker(), url, publicKey, folder };
  const store = plainStore(place, { service: { baseUrl: url, ...service.app } });
  const run = { signal: new AbortController().signal, progress: () => undefined, renew: offer };
  return {
    folder,
    install: async () => store.install(await offer(), run),
    repair: async () => store.repair(await offer(), run),
    tree: () => treeOf(path.join(folder, 'current')),
  };
}

/** Relays connections, and cuts the first one that receives more than `mostBytes`. */
export async function cutOnce(port: number, mostBytes: number) {
  let hasCut = false;
  const open = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(port, '127.0.0.1');
    let passed = 0;
    for (const socket of [inside, outside]) {
      open.add(socket);
      const other = socket === inside ? outside : inside;
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    inside.pipe(outside);
    outside.pipe(inside);
    outside.on('data', (piece: Buffer) => {
      passed += piece.length;
      if (hasCut || passed <= mostBytes) return;
      hasCut = true;
      inside.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port: own } = server.address() as AddressInfo; // it listens at a port
  return { url: `https://127.0.0.1:${own}`, hasCut: () => hasCut };
}
