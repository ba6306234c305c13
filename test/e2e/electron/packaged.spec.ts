// The finished program: what is in its archive, which doors are shut by fuses, and that nothing outside the archive tells it
// which service and key to trust.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { chromium, expect, type Page } from '@playwright/test';
import { readyCopy } from '../../../src/renderer/copy/ready.ts';
import { brandName, configOf, test as base } from '../../support/electron-app.ts';
import { environmentOf, writeStarter } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';
import { packLoader, type Packaged } from '../../support/packaged.ts';
import { startTestService, type TestService } from '../../support/service.ts';

interface Made extends Packaged {
  readonly service: TestService;
}

const test = base.extend<object, { made: Made }>({
  made: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-package-'));
      const service = await startTestService();
      const config = configOf(service, '', {
        config: { launch: { path: 'protected/app', args: [] } },
      });
      const protectedApp =
        '#!/bin/sh\nread line\necho "the protected app got ${#line} characters"\n';
      const packaged = await packLoader(folder, { config, protectedApp });
      await use({ ...packaged, service });
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

// One package for all of them.
test.describe.configure({ mode: 'default' });

interface Started {
  readonly program: ChildProcess;
  readonly output: () => string;
}

async function start(
  { program }: Packaged,
  home: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Started> {
  const env = { ...(await environmentOf({ home })), ...more };
  const started = spawn(await writeStarter({ home }, program), args, { env });
  let written = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (piece: Buffer) => (written += piece.toString()));
  return { program: started, output: () => written };
}

/** The inspector of the main process is shut by a fuse; the page can still be driven as a user would. */
async function pageOf({ output }: Started): Promise<Page> {
  const address = () => /DevTools listening on (ws:\S+)/.exec(output())?.[1];
  await expect.poll(address).toBeDefined();
  const browser = await chromium.connectOverCDP(address() ?? '', { noDefaults: true });
  const page = () => browser.contexts()[0]?.pages()[0];
  await expect.poll(() => page()?.url()).toBe('app://loader/index.html');
  const found = page();
  if (found === undefined) throw new Error('The window has gone');
  return found;
}

test('the archive holds the built parts and no module', async ({ made }) => {
  const files = listPackage(made.archive, { isPack: false });
  expect(files.filter((name) => name.includes('node_modules'))).toEqual([]);
  expect(files.filter((name) => /\.(ts|tsx|map)$/.test(name))).toEqual([]);
  const tops = new Set(files.map((name) => name.split('/').slice(1, 3).join('/')));
  tops.delete('older.cjs');
  expect([...tops].sort()).toEqual([
    'examples',
    'examples/brand',
    'loader.config.json',
    'out',
    'out/client',
    'out/hardware-worker',
    'out/main',
    'out/preload',
    'package.json',
  ]);
  expect((await stat(made.archive)).size).toBeLessThanOrEqual(1.5 * 1024 * 1024);
  expect(existsSync(`${made.archive}.unpacked`)).toBe(false);
});

test('the fuses are as stated', async ({ made }) => {
  const wire = await getCurrentFuseWire(made.program);
  const expected: readonly (readonly [FuseV1Options, boolean])[] = [
    [FuseV1Options.RunAsNode, false],
    [FuseV1Options.EnableCookieEncryption, true],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
    [FuseV1Options.EnableNodeCliInspectArguments, false],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
    [FuseV1Options.OnlyLoadAppFromAsar, true],
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
    ...(made.allFuses
      ? ([
          [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
          [FuseV1Options.WasmTrapHandlers, true],
        ] as const)
      : []),
  ];
  const found = expected.map(([fuse]) => [FuseV1Options[fuse], wire[fuse]]);
  expect(found).toEqual(
    expected.map(([fuse, on]) => [FuseV1Options[fuse], on ? FuseState.ENABLE : FuseState.DISABLE]),
  );
});

test('it runs, and believes nothing outside its archive', async ({ made, home, picture }) => {
  test.setTimeout(90_000);
  const user = await made.service.addUser({ username: 'anna' });
  const other = path.join(home, 'other.json');
  const lure = { url: 'http://127.0.0.1:9', publicKey: '0'.repeat(64), app: made.service.app };
  await writeFile(other, JSON.stringify(configOf(lure, '')));
  await writeFile(path.join(path.dirname(made.program), 'loader.config.json'), '{"lure": true}');
  const first = await start(made, home, ['--remote-debugging-port=0', '--config', other]);
  const page = await pageOf(first);
  await signIn(page, user);
  await page.getByRole('button', { name: readyCopy.launch }).click();
  await expect(page.getByRole('complementary').getByText(`${brandName} was closed`)).toBeVisible();
  expect(first.output()).toMatch(/the protected app got \d{3} characters/);
  await picture(page, 'packaged');

  // The log is a private file, and the terminal stays empty.
  const data = path.join(home, '.config/Latchkey');
  const log = path.join(data, 'logs/loader.log');
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  expect(await readFile(log, 'utf8')).toContain('"event":"window-ready"');
  expect(first.output()).not.toMatch(/latchkey:|window-ready/);

  // Ways into an Electron program that the fuses shut. Each start finds the first one running, and ends.
  const marker = path.join(home, 'run', 'marker');
  const script = path.join(home, 'script.cjs');
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');`);
  for (const [args, env] of [
    [[script], { ELECTRON_RUN_AS_NODE: '1' }],
    [[], { NODE_OPTIONS: `--require ${script}` }],
    [['--inspect=0'], {}],
    [['--inspect-brk=0'], {}],
  ] as const) {
    const second = await start(made, home, args, env);
    expect(await once(second.program, 'close')).toEqual([0, null]);
    expect(existsSync(marker)).toBe(false);
    expect(second.output()).not.toContain('Debugger listening');
  }
  await page.context().browser()?.close();
  first.program.kill();
  await once(first.program, 'close');
});
