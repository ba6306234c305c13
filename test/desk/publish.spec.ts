// Publishes a release in the browser: the folder that the command line made, checked and uploaded.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { english } from '../../packages/desk/src/copy/en/desk.ts';
import { expect, test } from './desk-page.ts';

const latchkey = new URL('../../bin/latchkey.js', import.meta.url).pathname;

/** Makes a publisher key and a release of a small program. */
function makeRelease(info: TestInfo, application: { name: string; ownerid: string }) {
  const at = (...parts: readonly string[]) => info.outputPath(...parts);
  const [config, keyFile, program, folder] = [
    at('loader.config.json'),
    at('publisher.pem'),
    at('program'),
    at('linux-1'),
  ];
  writeFileSync(config, JSON.stringify({ service: application }));
  mkdirSync(program);
  writeFileSync(join(program, 'run.sh'), '#!/bin/sh\n');
  writeFileSync(join(program, 'data.bin'), Buffer.alloc(3_000_000, 'a'));
  const run = (...args: readonly string[]) =>
    execFileSync(process.execPath, [latchkey, ...args], { encoding: 'utf8' });
  const key = JSON.parse(run('release', 'keygen', '--out', keyFile, '--json')) as {
    readonly publicKey: string;
  }; // as the command documents it
  run(
    ...['release', 'make', program, '--config', config, '--channel', 'stable'],
    ...['--platform', 'linux-x64', '--version', '1.4', '--entry', 'run.sh', '--sequence', '4'],
    ...['--publisher-key', keyFile, '--out', folder],
  );
  return { folder, publicKey: key.publicKey };
}

test('publishes the folder of a release, after its signature was checked', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}, info) => {
  const { folder, publicKey } = makeRelease(info, shop.app);
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') uploads.push(request.url());
  });
  await desk.signIn(owner, 'releases');
  await page.getByRole('button', { name: 'Publish a release' }).click();
  const dialog = page.getByRole('dialog');
  const publish = dialog.getByRole('button', { name: 'Publish' });
  await publish.click();
  await expect(dialog.getByText('Choose the folder of a release.')).toBeVisible();
  await dialog.getByLabel('Folder of the release').setInputFiles(folder);
  await expect(dialog.getByText('1.4 for linux-x64, channel stable')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Public key' }).fill('a'.repeat(64));
  await publish.click();
  await expect(dialog.getByRole('alert')).toContainText('is not signed with this key');
  expect(uploads).toEqual([]);
  await desk.expectAccessible();
  await dialog.getByRole('slider', { name: 'Rollout' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Public key' }).fill(publicKey);
  await desk.picture('releases-publish');
  await publish.click();
  await expect(page.getByRole('status').getByText('1.4 is offered to 10%')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '1.4' })).toContainText('Published');
  const { releases } = await seller('fetchreleases');
  expect(releases).toMatchObject([{ version: '1.4', rollout: 10, state: 'published' }]);
});

test('a release that exists is announced as the service keeps it', async ({
  page,
  desk,
  owner,
  shop,
  seller,
}, info) => {
  const { folder, publicKey } = makeRelease(info, shop.app);
  await desk.signIn(owner, 'releases');
  const publish = async (percent: string) => {
    await page.getByRole('button', { name: 'Publish a release' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Folder of the release').setInputFiles(folder);
    await dialog.getByRole('textbox', { name: 'Public key' }).fill(publicKey);
    await dialog.getByRole('slider', { name: 'Rollout' }).fill(percent);
    await dialog.getByRole('button', { name: 'Publish' }).click();
  };
  const status = page.getByRole('status');
  await publish('10');
  await expect(status.getByText('1.4 is offered to 10%')).toBeVisible();
  await page.getByRole('link', { name: english.lists.title }).click();
  await page.goBack();
  await publish('50');
  await expect(status.getByText('1.4 is offered to 10%')).toBeVisible();
  await seller('retractrelease', { channel: 'stable', platform: 'linux-x64', sequence: '4' });
  await publish('50');
  await expect(status.getByText('1.4 is retracted, and still offered to nobody')).toBeVisible();
});

test('a damaged folder or one of another application is not published', async ({
  page,
  desk,
  owner,
  shop,
}, info) => {
  const { folder, publicKey } = makeRelease(info, shop.app);
  const chunks = join(folder, 'chunks');
  for (const name of readdirSync(chunks)) appendFileSync(join(chunks, name), 'x');
  await desk.signIn(owner, 'releases');
  await page.getByRole('button', { name: 'Publish a release' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder of the release').setInputFiles(chunks);
  await expect(dialog.getByText('This folder is not a release.')).toBeVisible();
  await dialog.getByLabel('Folder of the release').setInputFiles(folder);
  await dialog.getByRole('textbox', { name: 'Public key' }).fill(publicKey);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The folder is damaged');
});

test('the upload URL of an account ends with the account', async ({
  page,
  desk,
  manager,
  shop,
  seller,
}, info) => {
  const { folder, publicKey } = makeRelease(info, shop.app);
  await desk.signIn(await manager(['release']), 'releases');
  await page.getByRole('button', { name: 'Publish a release' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Folder of the release').setInputFiles(folder);
  await dialog.getByRole('textbox', { name: 'Public key' }).fill(publicKey);
  const upload = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const url = (await upload).url();
  await expect(page.getByRole('row').filter({ hasText: '1.4' })).toContainText('Published');
  const again = () => page.request.put(url, { data: Buffer.from('{}') });
  expect(await (await again()).json()).toMatchObject({ code: expect.not.stringContaining('url') });
  await seller('banaccount', { user: 'Mia' });
  expect(await (await again()).json()).toMatchObject({ code: 'upload-url-invalid' });
});
