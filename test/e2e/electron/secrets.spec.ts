// Secrets stay in the main process: not in the page, its memory or the log.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { test } from '../../support/electron-app.ts';
import { openPage, openSettings } from '../../gallery/picture.ts';
import { awaitAppEnd, signIn } from '../../support/electron-steps.ts';
import { openRoad } from './computers-road.ts';

/** Returns a heap snapshot of the page after garbage collection. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const pieces: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => pieces.push(chunk));
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return pieces.join('');
}

test('keeps password, code, session and device id out of page and log @main', async ({
  open,
  service,
  home,
}) => {
  const line = path.join(home, 'line.json');
  const app = path.join(home, 'protected.cjs');
  await writeFile(
    app,
    `process.stdin.pipe(require('node:fs').createWriteStream(${JSON.stringify(line)}));`,
  );
  const user = await service.addUser({ totp: true });
  const { page, output } = await open({ config: { launch: { args: [app] } } });
  await signIn(page, user);
  const code = service.totpCode(user.totpSecret ?? '');
  await page.getByLabel(english.code.label).fill(code);
  await page.getByRole('button', { name: english.ready.launch }).click();
  await awaitAppEnd(page);

  const given = JSON.parse(await readFile(line, 'utf8')) as { sessionid: string }; // launch line
  const { hwid } = await service.database
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.hwid')
    .where('users.username', '=', user.username)
    .executeTakeFirstOrThrow();
  const secrets = { session: given.sessionid, device: hwid, password: user.password };
  // The list of requests has their names, but not their secrets.
  await page.getByRole('button', { name: english.trustPanel.button }).click();
  await page.getByRole('button', { name: english.trustPanel.requests }).click();
  const list = page.getByRole('dialog', { name: english.sentRequests.title });
  await expect(list).toContainText(english.sentRequests.operations.login);
  for (const line of await list.locator('summary').all()) await line.click();
  await expect(list).toContainText(`pass${english.sentRequests.hidden}`);
  const heap = await heapOf(page);
  const markup = await page.content();
  const log = output();
  // Control: the search finds values that are shown.
  expect(heap).toContain(user.username);
  expect(log).toContain('window-ready');
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length).toBeGreaterThan(10);
    expect(heap.includes(secret), `${name} in the page's memory`).toBe(false);
    expect(markup.includes(secret), `${name} in the page's markup`).toBe(false);
    expect(log.includes(secret), `${name} in the log`).toBe(false);
  }
  expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
  expect(log).not.toContain(user.username);
  expect(log).not.toContain('?type=');
  expect(service.logText()).not.toContain(user.password);
});

test('keeps recovery codes in the page only while it shows them, and never in the log', async ({
  open,
}) => {
  const road = await openRoad('sqlite');
  const user = await road.service.addUser({ totp: true });
  const secret = user.totpSecret ?? '';
  const { page, output } = await open({ service: road.service });
  await signIn(page, user);
  await page.getByLabel(english.code.label).fill(road.nextCode(secret));
  await openSettings(page, english.settings.pages.security);
  await page.getByRole('button', { name: english.recoveryCodes.make }).click();
  await page.getByLabel(english.changePassword.current).fill(user.password);
  await page.getByLabel(english.code.label).fill(road.nextCode(secret));
  await page.getByRole('button', { name: english.recoveryCodes.submit }).click();
  const list = page.getByRole('list', { name: english.recoveryCodes.list });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  const inHeap = async () => {
    const heap = await heapOf(page);
    return codes.filter((code) => heap.includes(code));
  };
  // Control: the search finds codes that are shown.
  expect(await inHeap()).toEqual(codes);
  await page.keyboard.press('Escape');
  await page.getByText(english.recoveryOutcomes['left-without'].title).first().waitFor();
  await openPage(page, english.settings.pages.computers);
  await expect.poll(inHeap).toEqual([]);
  for (const code of codes) {
    expect(output()).not.toContain(code);
    expect(road.service.logText()).not.toContain(code);
  }
  await road.close();
});
