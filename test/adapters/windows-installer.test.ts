// The Windows installer of a newer loader: a verified copy is run, without a shell.
import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  createWindowsInstaller,
  type WindowsInstallerParts,
} from '../../src/main/adapters/windows-installer.ts';

const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

function bench(outcome: 'spawn' | 'error' = 'spawn', exitCode?: number) {
  const root = mkdtempSync(path.join(tmpdir(), 'latchkey-installer-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const file = path.join(root, 'fjord-setup.exe');
  writeFileSync(file, 'setup 2');
  const calls: unknown[][] = [];
  const spawn = (...given: unknown[]) => {
    calls.push(given);
    const child = Object.assign(new EventEmitter(), { unref: () => undefined });
    queueMicrotask(() => {
      child.emit(outcome, new Error('EACCES'));
      if (exitCode !== undefined) child.emit('exit', exitCode, null);
    });
    return child;
  };
  const folder = path.join(root, 'loader-installer');
  const installer = createWindowsInstaller({
    folder,
    watchMs: 0,
    spawn: spawn as unknown as NonNullable<WindowsInstallerParts['spawn']>, // the used part of a child
    quit: () => void calls.push(['quit']),
  });
  return { root, folder, file, calls, installer, from: { file, sha256: sha256('setup 2') } };
}

it('runs a verified copy, and ends the program', async () => {
  const { folder, file, from, calls, installer } = bench();
  const prepared = await installer.prepare(from);
  if (!prepared.ok) throw new Error(prepared.cause);
  expect(prepared).toMatchObject({ previousSha256: null, isPlacedImmediately: false });
  // SECURITY: the installer runs the copy, because others may swap the file meanwhile.
  writeFileSync(file, 'malware');
  await prepared.place();
  installer.restart();
  const copy = path.join(folder, 'fjord-setup.exe');
  const options = { detached: true, stdio: 'ignore', shell: false };
  expect(calls).toEqual([[copy, ['--updated'], options], ['quit']]);
  expect(readFileSync(copy, 'utf8')).toBe('setup 2');
});

it('runs nothing if the file was swapped after its verification', async () => {
  const { folder, file, from, calls, installer } = bench();
  writeFileSync(file, 'malware');
  expect(await installer.prepare(from)).toEqual({ ok: false, cause: 'not-genuine' });
  expect(calls).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
  // Control: the original file is accepted.
  writeFileSync(file, 'setup 2');
  expect(await installer.prepare(from)).toMatchObject({ ok: true });
});

it('fails if the system refuses to run it', async () => {
  const { from, installer } = bench('error');
  const prepared = await installer.prepare(from);
  if (!prepared.ok) throw new Error(prepared.cause);
  await expect(prepared.place()).rejects.toThrow('EACCES');
});

it('fails if a security program stops it while this program runs', async () => {
  const { from, calls, installer } = bench('spawn', 1);
  const prepared = await installer.prepare(from);
  if (!prepared.ok) throw new Error(prepared.cause);
  await expect(prepared.place()).rejects.toThrow('ended with 1');
  expect(calls).toHaveLength(1);
});

it('succeeds if it ends without an error', async () => {
  const { from, installer } = bench('spawn', 0);
  const prepared = await installer.prepare(from);
  if (!prepared.ok) throw new Error(prepared.cause);
  await expect(prepared.place()).resolves.toBeUndefined();
});

it.each([
  // The program of Node refuses the switch of an update.
  ['a program that ends with an error', () => process.execPath, 'ended with 9'],
  ['a file that is no program', () => null, /ended with 127|spawn|UNKNOWN|EFTYPE/],
])('fails for %s, as the system reports it', async (_what, program, reason) => {
  const { root, file } = bench();
  const original = program();
  if (original !== null) copyFileSync(original, file);
  const quits: string[] = [];
  const installer = createWindowsInstaller({
    folder: path.join(root, 'loader-installer'),
    quit: () => void quits.push('quit'),
    watchMs: 60_000,
  });
  const sha = createHash('sha256').update(readFileSync(file)).digest('hex');
  const prepared = await installer.prepare({ file, sha256: sha });
  if (!prepared.ok) throw new Error(prepared.cause);
  await expect(prepared.place()).rejects.toThrow(reason);
  expect(quits).toEqual([]);
});
