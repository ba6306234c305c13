// Launching the protected app from the real window: input, inherited descriptors, failures, exit.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { fill } from '../../../src/copy/sentences.ts';
import { brandName, test, type OpenLoader } from '../../support/electron-app.ts';
import {
  electronFolder,
  environmentOf,
  processesWith,
  writeStarter,
} from '../../support/electron-process.ts';
import { awaitAppEnd, signIn } from '../../support/electron-steps.ts';

const launch = (page: Page) => page.getByRole('button', { name: english.ready.launch }).click();

/** Writes a protected app: `body` runs when the app has received its line, which is in `line`. */
async function writeApp(home: string, body: string) {
  const file = path.join(home, 'protected.cjs');
  const frame = `let line = '';
process.stdin.on('data', (piece) => { line += piece; });
process.stdin.on('end', () => { ${body} });
`;
  await writeFile(file, frame);
  return { launch: { args: [file] } };
}

function isWindowVisible({ app }: OpenLoader) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
}

test('launches an app that proves its session and shows the secret @main', async ({
  open,
  service,
  built,
  picture,
}) => {
  const secret = 'the treasure of the signed-in';
  await service.addVariable('secret', secret, true);
  const user = await service.addUser({ username: 'anna' });
  const args = [path.join(built, 'examples/protected-app/main.cjs'), '--seconds', '0'];
  const { page, output } = await open({ config: { launch: { args } } });
  await signIn(page, user);
  await launch(page);
  await expect.poll(output).toContain(secret);
  await awaitAppEnd(page);
  await picture(page, 'app-closed');
});

/** Writes a protected app that lists its open files, then waits for a file. */
async function writeLister(home: string) {
  const file = path.join(home, 'lister');
  const names = { seen: path.join(home, 'seen'), end: path.join(home, 'end') };
  const script = `#!/bin/sh
read line
(exec ls -l /proc/$$/fd >"${names.seen}.part")
mv "${names.seen}.part" "${names.seen}"
while [ ! -e "${names.end}" ]; do sleep 0.1; done
`;
  await writeFile(file, script, { mode: 0o755 });
  return { ...names, file, config: { launch: { path: file, args: [] } } };
}

test('passes only three descriptors to the app', async ({ open, service, home }) => {
  const app = await writeLister(home);
  await writeFile(app.end, '');
  const user = await service.addUser();
  const { page } = await open({ config: app.config });
  await signIn(page, user);
  await launch(page);
  await awaitAppEnd(page);
  // A subshell lists them: a pipe or a redirection would add an open file to the process.
  const list = await readFile(app.seen, 'utf8');
  const all = [...list.matchAll(/ (\d+) -> (.*)$/gm)].map(([, fd = '', to = '']) => `${fd} ${to}`);
  const three = all.filter((line) => /^[012] /.test(line));
  expect(three.map((line) => line.slice(0, 1))).toEqual(['0', '1', '2']);
  // Descriptors that replace the loader's point to /dev/null; the shell has its script open.
  const more = all.filter((line) => !three.includes(line));
  expect(more.filter((line) => !/ (?:\/dev\/null|.*\/lister)$/.test(line))).toEqual([]);
});

test('keeps the app running when the loader is killed', async ({ open, service, home }) => {
  const app = await writeLister(home);
  const user = await service.addUser();
  const loader = await open({ config: app.config });
  await signIn(loader.page, user);
  await launch(loader.page);
  await expect.poll(() => existsSync(app.seen)).toBe(true);
  const pid = loader.app.process().pid ?? 0;
  const chromiums = await processesWith('--type=');
  const helpers = (await descendantsOf(pid)).filter((one) => chromiums.includes(one));
  expect(helpers.length).toBeGreaterThan(3);
  const [running] = await processesWith(app.file);
  expect(running).toBeGreaterThan(0);
  process.kill(pid, 'SIGKILL');
  const left = () => helpers.filter(isAlive);
  await expect.poll(left).toEqual([]);
  expect(isAlive(running ?? 0)).toBe(true);
  await writeFile(app.end, '');
  await expect.poll(() => isAlive(running ?? 0)).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Returns all descendants of `pid`. */
async function descendantsOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((one) => one > 0);
  const parents = new Map<number, number>();
  for (const one of pids) {
    const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '');
    parents.set(one, Number(/^\d+ \(.*\) \S (\d+)/.exec(stat)?.[1] ?? 0));
  }
  const found = [pid];
  for (const one of found) found.push(...pids.filter((child) => parents.get(child) === one));
  return found.slice(1);
}

test('passes secrets only in the line, not in arguments or environment', async ({
  open,
  service,
  home,
}) => {
  const seen = path.join(home, 'seen.json');
  const config = await writeApp(
    home,
    `const { argv, env } = process;
     require('node:fs').writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ line, argv, env }));`,
  );
  const user = await service.addUser();
  const { page, output } = await open({ config });
  await signIn(page, user);
  await launch(page);
  await awaitAppEnd(page);
  const { line, argv, env } = JSON.parse(await readFile(seen, 'utf8')) as {
    line: string;
    argv: string[];
    env: Record<string, string>;
  }; // written by the app above
  expect(line.endsWith('\n') && line.indexOf('\n') === line.length - 1).toBe(true);
  const given = JSON.parse(line) as Record<string, unknown>; // one line of JSON
  const { sessionid, ...rest } = given;
  expect(rest).toEqual({
    v: 1,
    baseUrl: service.url,
    name: service.app.name,
    ownerid: service.app.ownerid,
    publicKey: service.publicKey,
    publicKeys: [service.publicKey],
    challenge: 'required',
    method: 'GET',
    options: {},
  });
  expect(String(sessionid)).toMatch(/^[\w-]{43}$/);
  for (const secret of [String(sessionid), user.password]) {
    expect(JSON.stringify({ argv, env })).not.toContain(secret);
    expect(output()).not.toContain(secret);
  }
});

test('shows the exit code of the app @main', async ({ open, service, home, picture }) => {
  const config = await writeApp(home, 'process.exit(7);');
  const { page } = await open({ config });
  await signIn(page, await service.addUser({ username: 'anna' }));
  await launch(page);
  await expect(page.getByRole('complementary').getByText('the number 7')).toBeVisible();
  await expect(page.getByRole('button', { name: english.ready.launch })).toBeVisible();
  await picture(page, 'exit-code');
});

test('reports a missing program', async ({ open, service, picture }) => {
  const { page } = await open({ config: { launch: { path: 'nowhere/app', args: [] } } });
  await signIn(page, await service.addUser({ username: 'anna' }));
  await launch(page);
  await expect(page.getByRole('alert')).toContainText(`${brandName} wasn't found`);
  await picture(page, 'app-missing');
});

test('reports an app that cannot be started', async ({ open, service, home }) => {
  const file = path.join(home, 'not-a-program');
  await writeFile(file, 'no program', { mode: 0o644 });
  const { page } = await open({ config: { launch: { path: file, args: [] } } });
  await signIn(page, await service.addUser());
  await launch(page);
  await expect(page.getByRole('alert')).toContainText(`${brandName} couldn't be launched`);
});

test('keeps running after the window closes until the app exits', async ({
  open,
  service,
  home,
  built,
  picture,
}) => {
  const end = path.join(home, 'end');
  const config = await writeApp(
    home,
    // Also exits when its folder is gone: no parent ends it, so it would outlive a failed test.
    `console.log('the app runs');
     const { existsSync } = require('node:fs');
     const over = () => existsSync(${JSON.stringify(end)}) || !existsSync(__dirname);
     setInterval(() => { if (over()) process.exit(0); }, 20);`,
  );
  const user = await service.addUser({ username: 'anna' });
  const loader = await open({ config });
  await signIn(loader.page, user);
  await launch(loader.page);
  await expect(loader.page.getByRole('main').getByText(english.ready.runningText)).toBeVisible();
  await expect.poll(loader.output).toContain('the app runs');
  await picture(loader.page, 'running');

  // Sign-out is disabled and says why.
  const account = fill(english.account.button, { name: user.username });
  await loader.page.getByRole('button', { name: account }).click();
  const signOut = loader.page.getByRole('menuitem', { name: english.account.signOut });
  await expect(signOut).toHaveAttribute('aria-disabled', 'true');
  await expect(signOut).toContainText(fill(english.account.notWhileRunning, { brand: brandName }));
  await picture(loader.page, 'running-menu');
  await loader.page.keyboard.press('Escape');

  const close = () =>
    loader.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await close();
  await expect.poll(() => isWindowVisible(loader)).toBe(false);

  // A second start shows the window again and ends.
  const starter = await writeStarter({ home }, path.join(electronFolder(), 'electron'));
  const args = [built, '--config', path.join(home, 'loader.config.json')];
  const second = spawn(starter, args, { env: await environmentOf({ home }), stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(() => isWindowVisible(loader)).toBe(true);
  await expect(loader.page.getByRole('main').getByText(english.ready.runningText)).toBeVisible();

  const program = loader.app.process();
  const ended = loader.app.waitForEvent('close');
  await close();
  await expect.poll(() => isWindowVisible(loader)).toBe(false);
  await writeFile(end, '');
  await ended;
  expect(program.exitCode).toBe(0);
});
