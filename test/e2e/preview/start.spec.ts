// `npm start -- --json` as another program uses it: one line of output, a loader in the browser,
// and a clean exit.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base } from '@playwright/test';
import { expect, launchButton, signIn } from './preview.ts';

const root = resolve(import.meta.dirname, '../../..');

interface Started {
  readonly child: ChildProcess;
  readonly line: StartLine;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** The demo folders that exist now. */
  readonly demoFolders: () => readonly string[];
}

interface StartLine {
  readonly url: string;
  readonly service: {
    readonly url: string;
    readonly users: readonly { readonly case: string; username: string; password: string }[];
  };
}

const test = base.extend<{ started: Started }>({
  // oxlint-disable-next-line no-empty-pattern
  started: async ({}, use) => {
    const temporary = mkdtempSync(join(tmpdir(), 'latchkey-start-'));
    const child = spawn(process.execPath, [join(root, 'scripts/start.js'), '--json'], {
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    const line = await new Promise<StartLine>((found, failed) => {
      child.once('exit', () => failed(new Error(stderr)));
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString('utf8');
        if (stdout.endsWith('\n')) found(JSON.parse(stdout) as StartLine); // what the script promises
      });
    });
    await use({
      child,
      line,
      stdout: () => stdout,
      stderr: () => stderr,
      demoFolders: () => readdirSync(temporary).filter((name) => name.startsWith('latchkey-demo-')),
    });
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(temporary, { recursive: true, force: true });
  },
});

function userOf({ service }: StartLine, wanted: string) {
  const user = service.users.find((each) => each.case === wanted);
  if (user === undefined) throw new Error(`no user ${wanted}`);
  return user;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}

test('prints the URL of a loader that signs in, installs and launches the program', async ({
  started,
  page,
}) => {
  await page.goto(started.line.url);
  await signIn(page, userOf(started.line, 'normal'));
  await expect(page.getByText(/12\sMB to download, 12\sMB once installed/)).toBeVisible();
  await expect(launchButton(page)).toHaveCount(0);
  // The installation may finish quickly, so an observer records the progress bar.
  const bar = page.evaluate(
    () =>
      new Promise<string | null>((found) => {
        new MutationObserver(() => {
          const seen = document.querySelector('progress[aria-labelledby]');
          const label = seen?.getAttribute('aria-labelledby') ?? '';
          if (seen !== null) found(document.getElementById(label)?.textContent ?? null);
        }).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await page.getByRole('button', { name: 'Install' }).click();
  expect(await bar).toBe('Installing Northwind Studio');
  await launchButton(page).click();
  await expect.poll(started.stderr).toContain('The secret:');
  expect(started.stdout().split('\n')).toHaveLength(2);
  expect(started.stderr()).toContain(userOf(started.line, 'two-factor').password);
});

test('stops preview and service on a signal and removes the demo data', async ({
  started: { child, line, stderr, demoFolders },
}) => {
  expect([await answers(line.url), await answers(line.service.url)]).toEqual([true, true]);
  expect(demoFolders()).toHaveLength(1);
  const ended = once(child, 'exit');
  // A terminal can send the signal more than once.
  child.kill('SIGINT');
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect([await answers(line.url), await answers(line.service.url)]).toEqual([false, false]);
  expect(demoFolders()).toEqual([]);
  expect(stderr()).not.toContain('The demo service has ended');
  // No line of a log stands above the sheet.
  const [above = ''] = stderr().split('Demo of ');
  expect(above.split('\n').filter((one) => one.startsWith('{'))).toEqual([]);
});
