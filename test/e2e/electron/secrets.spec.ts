// Secrets stay in the main process: not in the page, its memory or the log.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { brandName, test } from '../../support/electron-app.ts';
import { signIn } from '../../support/electron-steps.ts';

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
  await expect(page.getByRole('complementary').getByText(`${brandName} was closed`)).toBeVisible();

  const given = JSON.parse(await readFile(line, 'utf8')) as { sessionid: string }; // our own line
  const { hwid } = await service.database
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.userId')
    .select('devices.hwid')
    .where('users.username', '=', user.username)
    .executeTakeFirstOrThrow();
  const secrets = { session: given.sessionid, device: hwid, password: user.password };
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
