// `latchkey settings preset` sets all settings of docs/moving.md together.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingPresets } from '@latchkey/protocol/seller/setting-presets.ts';
import { openBench } from './support/cli.ts';

/** The settings of the table, without those that the page excludes from the preset. */
function settingsOfPage(): Readonly<Record<string, string>> {
  const page = readFileSync(new URL('../../../docs/moving.md', import.meta.url), 'utf8');
  const [, below = ''] = page.split('\n## What differs from other services\n');
  const cells = below.split('\n').flatMap((line) => line.split('|').slice(3, 4));
  const pairs = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)=(\w+)`/g)]);
  const settings = pairs.map(([, name = '', value = '']) => [name, value] as const);
  const excluded = ['force', 'unknownorders'];
  return Object.fromEntries(settings.filter(([name]) => !excluded.includes(name)));
}

test('the preset family has the settings of the table in docs/moving.md', () => {
  expect(settingPresets.family).toEqual(settingsOfPage());
});

test('settings preset changes only the settings of the preset, and shows them', async () => {
  const { run } = await openBench();
  const shown = async () => (await run('settings get --json')).json();
  const before = await shown();
  const ran = await run('settings preset family');
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  expect(ran.stdout).toMatch(/^failurestatus +200$/m);
  expect(ran.stdout).toMatch(/^Settings Update Successful$/m);
  expect(await shown()).toEqual({
    ...before,
    failurestatus: '200',
    severalkeysstatus: '302',
    nestedsubscriptions: true,
    weakkeys: true,
    forcehwid: false,
    minhwid: '1',
    'hwid-lock': false,
    banaddress: true,
    sharedemails: 'allow',
  });
  expect(before).toMatchObject({ unknownorders: 'refuse', hashcheck: false });
  // The command still prints several keys, and still reports a failure as one.
  const keys = await run('keys add --days 1 --amount 2');
  expect(keys).toMatchObject({ exitCode: 0, stderr: '' });
  expect(keys.stdout.trim().split('\n')).toHaveLength(2);
  expect((await run('keys add --days 1 --level 77')).exitCode).toBe(1);
});

test('rejects an unknown preset, and changes nothing', async () => {
  const { run } = await openBench();
  const wrong = await run('settings preset nonsense');
  expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
  expect(wrong.stderr).toContain('The presets are: family.');
  expect((await run('settings preset toString')).exitCode).toBe(2);
  expect((await run('settings get failurestatus')).stdout).toBe('spec\n');
});

test('settings set reports an unknown setting beside a known one', async () => {
  const { run } = await openBench();
  const ran = await run('settings set version=2.1 shape=round');
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toContain('The service does not know the setting "shape".');
  expect((await run('settings get version')).stdout).toBe('2.1\n');
});

test('settings get shows a pause, and settings set names the commands that change it', async () => {
  const { run, service } = await openBench();
  await service.removeNeighbour();
  await run('call pauseapp');
  expect((await run('settings get --json')).json()).toMatchObject({ paused: true });
  const refused = await run('settings set paused=false');
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain('resumed with "latchkey call unpauseapp"');
  await run('call unpauseapp');
  expect((await run('settings get --json')).json()).toMatchObject({ paused: false });
});
