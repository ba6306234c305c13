// Interruptions of an installation from the real service: the computer sleeps, the subscription or
// session ends, or the user signs out. Verified chunks are kept and not downloaded again.
import { beforeAll, expect, test, vi } from 'vitest';
import { createNodeDownloads } from '@latchkey/client/http-node.ts';
import type { Downloads } from '@latchkey/client/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';
import { noise } from '../support/noise.ts';
import type { Files } from '../support/release.ts';
import { deliveryWorker, fetchedOf, hashesOf, openShop, treeOf } from './delivery-parts.ts';
import { manifestOf, stable } from '../../packages/service/test/releases-parts.ts';

vi.setConfig({ testTimeout: 60_000 });
beforeAll(deliveryWorker);

const files: Files = { 'run.sh': '#!/bin/sh\n', 'data.bin': noise(14_000_000, 41) };

/** Manifest, signature and six chunks. Four chunks are in flight, so two are already in place. */
const before = 8;

/** Installs a release, and calls `happens` while chunks are in flight. */
async function interrupted(happens: (shop: Shop) => unknown) {
  const { publish, releases, run, store, root } = await openShop();
  const release = await publish(1, files);
  const { chunks } = manifestOf(release);
  expect(chunks.length).toBeGreaterThan(8);
  const user = await releases.service.addUser();
  const signIn = async () => {
    const sessionid = await releases.signIn(user);
    return { sessionid, offer: await offerOf(releases, sessionid) };
  };
  const session = await signIn();
  const stop = new AbortController();
  const shop: Shop = { releases, user, sessionid: session.sessionid, stop: () => stop.abort() };
  const network = createNodeDownloads();
  let [asked, happened] = [0, false];
  const downloads: Downloads = {
    async get(request) {
      asked += 1;
      if (asked === before && !happened) {
        happened = true;
        await happens(shop);
      }
      return network.get(request);
    },
  };
  const programs = await store({ downloads });
  let renewed = 0;
  const first = await programs.install(
    session.offer,
    run({
      signal: stop.signal,
      // Like the core, returns null if the session is offered no release.
      renew: async () => {
        renewed += 1;
        return offerOf(releases, session.sessionid).catch(() => null);
      },
    }),
  );
  const stored = chunks.reduce((sum, chunk) => sum + chunk.stored, 0);
  return {
    first,
    stored,
    shop,
    renewed: () => renewed,
    again: async () => programs.install((await signIn()).offer, run()),
    isWhole: () => expect(hashesOf(treeOf(`${root}/current`))).toEqual(hashesOf(files)),
    installed: () => programs.installed(),
  };
}

interface Shop {
  readonly releases: Awaited<ReturnType<typeof openShop>>['releases'];
  readonly user: { readonly username: string };
  readonly sessionid: string;
  readonly stop: () => void;
}

async function offerOf(releases: Shop['releases'], sessionid: string): Promise<OfferedRelease> {
  const { body } = await releases.send({ type: 'release', sessionid, ...stable });
  if (body['success'] !== true) throw new Error('It is not offered.');
  return body['release'] as OfferedRelease; // as its schema says
}

test('a download resumes with new URLs after a sleep in which the old URLs expired', async () => {
  const { first, renewed, isWhole, stored } = await interrupted(
    ({ releases }) => (releases.clock.ms += 20 * 60_000),
  );
  expect(fetchedOf(first)).toBe(stored);
  // One renewal serves all chunks with expired URLs.
  expect(renewed()).toBe(1);
  isWhole();
});

test.each<[string, (shop: Shop) => Promise<unknown>, (shop: Shop) => Promise<unknown>]>([
  [
    'a subscription that ends',
    ({ releases, user }) => releases.service.changeUser(user.username, 'pause'),
    ({ releases, user }) => releases.service.changeUser(user.username, 'resume'),
  ],
  [
    'a session that ends',
    ({ releases, sessionid }) => releases.send({ type: 'logout', sessionid }),
    () => Promise.resolve(),
  ],
])(
  '%s stops the download, and later only missing chunks are downloaded',
  async (_what, ends, begins) => {
    const { first, again, installed, isWhole, stored, shop } = await interrupted(ends);
    expect(first).toEqual({ ok: false, problem: { kind: 'not-offered' } });
    expect(await installed()).toBeNull();
    await begins(shop);
    const rest = fetchedOf(await again());
    expect(rest).toBeGreaterThan(0);
    expect(rest).toBeLessThan(stored);
    isWhole();
  },
);

test('signing out stops the download, and after the next sign-in only missing chunks are downloaded', async () => {
  const { first, again, isWhole, stored } = await interrupted(({ stop }) => stop());
  expect(first).toEqual({ ok: false, problem: { kind: 'stopped' } });
  expect(fetchedOf(await again())).toBeLessThan(stored);
  isWhole();
});
