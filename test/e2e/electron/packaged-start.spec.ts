// How the packaged program starts: it refuses unsafe switches, never writes TLS keys,
// and shows what archive integrity covers on Linux.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { display, giveToElectronUser, processesWith } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';
import { startPackaged, type StartedProgram, test } from '../../support/packaged-app.ts';
import type { Packaged } from '../../support/packaged.ts';
import { refusedSwitchExamples } from '../../support/refused-switches.ts';

const run = promisify(execFile);

// All tests share one package.
test.describe.configure({ mode: 'default' });

const isForm = (page: Page) =>
  expect(page.getByRole('heading', { name: english.signIn.title })).toBeVisible();
const sentence = (name: string) =>
  `Northwind Loader can't start with --${name}. Start it without that option.`;

test('refuses to start with an unsafe switch and names it', async ({ made, home }) => {
  test.setTimeout(120_000);
  const ends = async (one: string) => {
    // Each start needs a separate home, because the starter is written there.
    const own = path.join(home, String(refusedSwitchExamples.indexOf(one)));
    await mkdir(own, { recursive: true });
    await chmod(home, 0o755);
    const started = await startPackaged(made, own, { args: [one], screen: false });
    const [exitCode] = (await once(started.program, 'close')) as [number | null]; // as Node documents it
    const said = started
      .output()
      .split('\n')
      .find((line) => line.startsWith('Northwind Loader'));
    const logs = existsSync(path.join(own, '.config/Northwind Loader/logs'));
    return { one, exitCode, said, debugger: started.output().includes('listening on'), logs };
  };
  const outcomes = [];
  const left = [...refusedSwitchExamples];
  while (left.length > 0) outcomes.push(...(await Promise.all(left.splice(0, 6).map(ends))));
  const expected = refusedSwitchExamples.map((one) => {
    const [, name = ''] = /^\s*--?([^=]+)/.exec(one) ?? [];
    return { one, exitCode: 1, said: sentence(name), debugger: false, logs: false };
  });
  expect(outcomes).toEqual(expected);
});

const link = 'northwind://redeem?key=NWND-7F3Q';
for (const args of [
  [link, '--remote-debugging-port=0'],
  ['--', link, '--remote-debugging-port=0'],
  ['--', `${link}"`, '--inspect=0'],
])
  test(`refuses to start with an unsafe switch after a link: ${args.join(' ')}`, async ({
    made,
    home,
  }) => {
    const started = await startPackaged(made, home, { args, screen: false });
    const [exitCode] = (await once(started.program, 'close')) as [number | null]; // as Node documents it
    expect(exitCode).not.toBe(0);
    expect(started.output()).not.toContain('listening on');
    expect(existsSync(path.join(home, '.config/Northwind Loader/logs'))).toBe(false);
  });

test('registers an AppImage for its links and fills in the key of a link', async ({
  made,
  home,
}) => {
  const image = path.join(home, 'My "Apps"/Latchkey.AppImage');
  const env = {
    APPIMAGE: image,
    APPDIR: path.dirname(made.program),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_DATA_DIRS: path.join(home, 'system'),
  };
  const args = ['--', 'northwind://redeem?key=NWND-7F3Q'];
  const started = await startPackaged(made, home, { args, env, attach: true });
  const page = await started.page();
  await expect(page.getByLabel(english.redeem.key)).toHaveValue('NWND-7F3Q');
  const file = path.join(home, 'data/applications/Northwind-Loader-links.desktop');
  await expect.poll(() => existsSync(file)).toBe(true);
  const text = await readFile(file, 'utf8');
  expect(text).toContain('MimeType=x-scheme-handler/northwind;\n');
  expect(text).toContain(String.raw`Exec="${home}/My \\"Apps\\"/Latchkey.AppImage" -- %u` + '\n');
  // Neither the log nor a helper process has the key.
  const log = await readFile(path.join(home, '.config/Northwind Loader/logs/loader.log'), 'utf8');
  expect(`${log}${started.output()}`).not.toContain('NWND-7F3Q');
  const knowing = await processesWith('NWND-7F3Q', '--type=');
  expect(knowing).toEqual([]);
  await started.kill();
});

test('shows a refused start in a dialog and can be killed', async ({ made, home }) => {
  const started = await startPackaged(made, home, { args: ['--remote-debugging-port=0'] });
  const windows = async () =>
    (await run('xwininfo', ['-root', '-tree', '-display', await display()])).stdout;
  await expect
    .poll(windows, { timeout: 15_000 })
    .toMatch(/"Northwind Loader": \("northwind-loader" "Northwind-loader"\)/);
  expect(started.output()).toContain(sentence('remote-debugging-port'));
  expect(started.output()).not.toContain('listening on');
  await started.kill();
});

test('refuses to start with the variable that disables the sandbox', async ({ made, home }) => {
  const env = { ELECTRON_DISABLE_SANDBOX: '1' };
  const started = await startPackaged(made, home, { env, screen: false });
  expect((await once(started.program, 'close'))[0]).toBe(1);
  expect(started.output()).toContain(sentence('no-sandbox'));
});

test('accepts switches for scale, language and graphics', async ({ made, home }) => {
  const args = ['--force-device-scale-factor=1.25', '--lang=de', '--disable-gpu'];
  const started = await startPackaged(made, home, { args, attach: true });
  const page = await started.page();
  await isForm(page);
  expect(await page.evaluate(() => [devicePixelRatio, navigator.language])).toEqual([1.25, 'de']);
  await started.kill();
});

test('does not write TLS keys to SSLKEYLOGFILE', async ({ made, home }) => {
  const user = await made.service.addUser();
  const keys = path.join(home, 'run', 'keys.log');
  const started = await startPackaged(made, home, { attach: true, env: { SSLKEYLOGFILE: keys } });
  const page = await started.page();
  await signIn(page, user);
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  expect(existsSync(keys)).toBe(false);
  await started.kill();
});

test('relaunches the AppImage on the second Restart', async ({ made, home }) => {
  test.setTimeout(90_000);
  const marker = path.join(home, 'run', 'relaunched');
  const image = path.join(home, 'image');
  await writeFile(
    image,
    `#!/bin/sh\necho "$@" >"${marker}.part"; mv "${marker}.part" "${marker}"\n`,
  );
  await chmod(image, 0o755);
  await giveToElectronUser(image);
  const env = { APPIMAGE: image, APPDIR: path.dirname(made.program) };
  const started = await startPackaged(made, home, { attach: true, env, args: ['--lang=de'] });
  await shows(started, english.signIn.title);
  for (let presses = 0; presses < 2; presses += 1) {
    await crash(made, home);
    await shows(started, english.signIn.title);
    await crash(made, home);
    const page = await shows(started, english.plain.stopped);
    await page.getByRole('button', { name: english.plain.restart }).click();
    if (presses === 0) await shows(started, english.signIn.title);
  }
  expect(await once(started.program, 'close')).toEqual([0, null]);
  await expect.poll(() => existsSync(marker)).toBe(true);
  expect(await readFile(marker, 'utf8')).toContain('--lang=de');
});

/**
 * Reconnects until the window shows `title`: a driver that saw the page's process end does not see
 * the next one.
 */
async function shows(started: StartedProgram, title: string): Promise<Page> {
  let page: Page | undefined;
  await expect(async () => {
    await page?.context().browser()?.close();
    page = await started.page();
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  if (page === undefined) throw new Error('The window has gone');
  return page;
}

/** Kills the page's process and waits until the program has logged it. */
async function crash({ program }: Packaged, home: string): Promise<void> {
  const log = path.join(home, '.config/Northwind Loader/logs/loader.log');
  const breakdowns = async () => (await readFile(log, 'utf8')).split('page-gone').length;
  const before = await breakdowns();
  for (const pid of await processesWith(program, '--type=renderer')) process.kill(pid, 'SIGKILL');
  await expect.poll(breakdowns).toBe(before + 1);
}

// See docs/security.md: Electron checks the archive only on Windows and macOS.
test('runs an archive that was edited in place on Linux', async ({ made, home }) => {
  test.setTimeout(90_000);
  const edited = path.join(path.dirname(path.dirname(made.program)), 'edited');
  await run('cp', ['-al', path.dirname(made.program), edited]);
  const archive = path.join(edited, 'resources/app.asar');
  const bytes = await readFile(made.archive);
  const places = [...bytes.toString('latin1').matchAll(new RegExp(english.remember.label, 'g'))];
  expect(places).not.toEqual([]);
  for (const { index } of places) bytes.write('K33p', index);
  await rm(archive);
  await writeFile(archive, bytes, { mode: 0o644 });
  const program = path.join(edited, path.basename(made.program));
  const started = await startPackaged({ program }, home, { attach: true });
  const page = await started.page();
  await expect(page.getByLabel(english.remember.label.replace('Keep', 'K33p'))).toBeVisible();
  await started.kill();
  await rm(edited, { recursive: true });
});
