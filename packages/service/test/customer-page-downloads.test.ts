// Packages of the loader, and announcements, on the customers' page.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { offeredPackages } from '../src/features/releases/loader-packages.ts';
import { createStoredFiles } from '../src/storage/stored-files.ts';
import { addOtherApplication } from './support/another-application.ts';
import { builtPage } from './support/desk.ts';
import { ownApplicationId } from './support/own-application.ts';
import { namePage, ownPage, pageBrowser } from './support/page.ts';
import { sellerOf } from './support/seller-client.ts';
import { loaderFile, openReleases } from './releases-parts.ts';
import type { TestServiceOptions } from './support/service.ts';
import { noise } from '../../../test/support/noise.ts';
import { addLoader } from '../../../test/page/add-loader.ts';

const loader = ['--kind', 'loader', '--channel', 'stable', '--platform', 'linux-x64'];

async function open(options: TestServiceOptions = {}) {
  const opened = await openReleases({ pageFolder: builtPage(), ...options });
  const { service } = opened;
  await namePage(service, service.app, ownPage);
  const one = pageBrowser(service.url);
  await one.signIn(await service.addUser({ username: 'anna' }));
  const downloads = async () =>
    (await one.ask('downloads')).body['downloads'] as readonly { url: string; fileName: string }[]; // as its schema says
  return { ...opened, one, downloads, fetchFrom: (url: string) => fetch(`${service.url}${url}`) };
}

test('offers the newest loader of each system as one file', async () => {
  const { madeLoader, made, push, downloads, fetchFrom, one, clock, service } = await open();
  expect(await downloads()).toEqual([]);
  await push(await made(1));
  expect(await downloads()).toEqual([]);
  // Repeated text is compressed.
  const content = Buffer.concat([loaderFile, Buffer.alloc(900_000, 'text ')]);
  await push(await madeLoader(1, {}, content));
  const [offered, ...others] = await downloads();
  expect(others).toEqual([]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(offered).toMatchObject({
    platform: 'linux-x64',
    version: '1.1.0',
    size: content.length,
    sha256,
  });
  expect(offered?.fileName).toMatch(/\.AppImage$/);
  const url = offered?.url ?? '';
  const sent = await fetchFrom(url);
  expect(sent.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''/);
  expect(sent.headers.get('content-length')).toBe(String(content.length));
  expect(sent.headers.get('x-content-type-options')).toBe('nosniff');
  expect(Buffer.from(await sent.arrayBuffer()).equals(content)).toBe(true);
  const stranger = pageBrowser(service.url);
  expect(await stranger.ask('downloads')).toMatchObject({ status: 401 });
  clock.ms += 601_000;
  expect((await fetchFrom(url)).status).toBe(400);
  expect((await one.ask('downloads')).status).toBe(200);
});

test('a ticket opens neither a program, a retracted release nor another page', async () => {
  const { madeLoader, push, latchkey, downloads, fetchFrom, service, one } = await open();
  const other = await addOtherApplication(service, { id: 'another' });
  await namePage(service, other, 'other-page');
  await push(await madeLoader(1));
  const url = (await downloads())[0]?.url ?? '';
  expect((await fetchFrom(url.replace(ownPage, 'other-page'))).status).toBe(400);
  expect((await fetchFrom(`${url}x`)).status).toBe(400);
  expect((await fetchFrom(`/my/${ownPage}/download/x`)).status).toBe(400);
  const post = await fetch(`${service.url}${url}`, { method: 'POST' });
  expect(post.status).toBe(405);
  // Control.
  expect((await fetchFrom(url)).status).toBe(200);
  await service.database.updateTable('releases').set({ kind: 'program' }).execute();
  expect((await fetchFrom(url)).status).toBe(400);
  await service.database.updateTable('releases').set({ kind: 'loader' }).execute();
  const retracted = await latchkey(['retract', ...loader, '--sequence', '1']);
  expect(retracted.exitCode, retracted.stderr).toBe(0);
  expect((await fetchFrom(url)).status).toBe(400);
  expect((await one.ask('downloads')).body).toEqual({ success: true, downloads: [] });
});

test('a stopped application sends no package', async () => {
  const { service, downloads, fetchFrom } = await open();
  await addLoader(service, 'linux-x64', 'northwind.AppImage', noise(1000, 5));
  const url = (await downloads())[0]?.url ?? '';
  const set = (settings: { readonly paused: 0 | 1; readonly enabled: 0 | 1 }) =>
    service.database.updateTable('applications').set(settings).execute();
  await set({ paused: 1, enabled: 1 });
  expect(await (await fetchFrom(url)).json()).toMatchObject({ code: 'app-paused' });
  await set({ paused: 0, enabled: 0 });
  expect(await (await fetchFrom(url)).json()).toMatchObject({ code: 'app-disabled' });
  await set({ paused: 0, enabled: 1 });
  expect((await fetchFrom(url)).status).toBe(200);
});

test('each chunk of a package counts, and a package that has begun is sent', async () => {
  const { service, one, downloads, fetchFrom } = await open({ requestsPerMinute: 60 });
  await addLoader(service, 'linux-x64', 'northwind.AppImage', noise(60_000, 5), 1000);
  const url = (await downloads())[0]?.url ?? '';
  const sent = await fetchFrom(url);
  expect((await sent.arrayBuffer()).byteLength).toBe(60_000);
  expect((await fetchFrom(url)).status).toBe(429);
  // Neither is the database read for it.
  expect((await fetchFrom(url.replace(ownPage, 'no-page'))).status).toBe(429);
  expect((await one.ask('me')).status).toBe(200);
});

test('reads a manifest once for all lists of packages', async () => {
  const { service } = await open();
  await addLoader(service, 'linux-x64', 'northwind.AppImage', noise(1000, 5));
  const files = createStoredFiles(service.dataFolder);
  let opened = 0;
  const of = (id: string) => ({
    ...files.of(id),
    open: (sha256: string) => {
      opened += 1;
      return files.of(id).open(sha256);
    },
  });
  const parts = { db: service.database, storedFiles: { ...files, of } };
  const list = () => offeredPackages(parts, ownApplicationId, 'anna');
  const first = await list();
  expect(first).toMatchObject([{ fileName: 'northwind.AppImage', size: 1000 }]);
  expect(await list()).toEqual(first);
  expect(opened).toBe(1);
});

test('shows the announcement that loaders show', async () => {
  const { service, one } = await open();
  expect((await one.ask('me')).body).toMatchObject({ announcement: '' });
  await sellerOf(service)('addvar', { name: 'announcement', data: 'Hello', authed: '1' });
  expect((await one.ask('me')).body).toMatchObject({ announcement: 'Hello' });
});
