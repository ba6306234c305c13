// The packaged program: the content of its archive, its fuses, and that only the archive tells it
// which service and key to trust.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { configOf } from '../../support/electron-app.ts';
import { awaitAppEnd, signIn } from '../../support/electron-steps.ts';
import { startPackaged, test } from '../../support/packaged-app.ts';

test('packs only built files into the archive, no modules', async ({ made }) => {
  const files = listPackage(made.archive, { isPack: false });
  expect(files.filter((name) => name.includes('node_modules'))).toEqual([]);
  expect(files.filter((name) => /\.(ts|tsx|map)$/.test(name))).toEqual([]);
  const tops = new Set(files.map((name) => name.split('/').slice(1, 3).join('/')));
  tops.delete('entry.cjs');
  expect([...tops].sort()).toEqual([
    'loader.config.json',
    'out',
    'out/client',
    'out/delivery-worker',
    'out/hardware-worker',
    'out/main',
    'out/preload',
    'package.json',
  ]);
  // 1.2 MB of it are the word lists that find guessable passwords.
  expect((await stat(made.archive)).size).toBeLessThanOrEqual(2.75 * 1024 * 1024);
  expect(existsSync(`${made.archive}.unpacked`)).toBe(false);
});

test('sets the expected fuses', async ({ made }) => {
  const wire = await getCurrentFuseWire(made.program);
  const expected: readonly (readonly [FuseV1Options, boolean])[] = [
    [FuseV1Options.RunAsNode, false],
    [FuseV1Options.EnableCookieEncryption, true],
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
    [FuseV1Options.EnableNodeCliInspectArguments, false],
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
    [FuseV1Options.OnlyLoadAppFromAsar, true],
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
    [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
    ...(made.allFuses ? ([[FuseV1Options.WasmTrapHandlers, true]] as const) : []),
  ];
  const found = expected.map(([fuse]) => [FuseV1Options[fuse], wire[fuse]]);
  expect(found).toEqual(
    expected.map(([fuse, on]) => [FuseV1Options[fuse], on ? FuseState.ENABLE : FuseState.DISABLE]),
  );
});

test('runs, and ignores code and configuration outside its archive @main', async ({
  made,
  home,
  picture,
}) => {
  test.setTimeout(90_000);
  const user = await made.service.addUser({ username: 'anna' });
  const other = path.join(home, 'other.json');
  const lure = { url: 'http://127.0.0.1:9', publicKey: '0'.repeat(64), app: made.service.app };
  await writeFile(other, JSON.stringify(configOf(lure, '')));
  await writeFile(path.join(path.dirname(made.program), 'loader.config.json'), '{"lure": true}');
  const first = await startPackaged(made, home, { attach: true, args: [other] });
  const page = await first.page();
  await signIn(page, user);
  await page.getByRole('button', { name: english.ready.launch }).click();
  await awaitAppEnd(page);
  expect(first.output()).toMatch(/the protected app got \d{3} characters/);
  await picture(page, 'packaged');

  // The log is a private file, and the terminal stays empty.
  const data = path.join(home, '.config/Northwind Loader');
  const log = path.join(data, 'logs/loader.log');
  expect((await stat(log)).mode & 0o777).toBe(0o600);
  expect(await readFile(log, 'utf8')).toContain('"event":"window-ready"');
  expect(first.output()).not.toMatch(/the configuration|window.ready/);

  // The fuses disable these ways to run code. Each start finds the first one running and exits.
  const marker = path.join(home, 'run', 'marker');
  const script = path.join(home, 'script.cjs');
  await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, '');`);
  for (const [args, env] of [
    [[script], { ELECTRON_RUN_AS_NODE: '1' }],
    [[], { NODE_OPTIONS: `--require ${script}` }],
  ] as const) {
    const second = await startPackaged(made, home, { args, env });
    expect(await once(second.program, 'close')).toEqual([0, null]);
    expect(existsSync(marker)).toBe(false);
  }
  await page.context().browser()?.close();
  await first.kill();
});
