// What `npm ci` says with the settings of this repository: nothing about other people's engines, everything that went wrong.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const settings = resolve(import.meta.dirname, '../../.npmrc');
/** No Node fits, so that npm warns whichever runs here. */
const engines = { node: '>=99' };
const part = { name: 'part', version: '1.0.0', engines, funding: 'https://part.example' };
const whole = { name: 'whole', version: '1.0.0', dependencies: { part: 'file:part' } };

/** Installs a package that depends on `part`, as somebody without settings of their own would. */
function install({ quiet = true, changes = {} }: { quiet?: boolean; changes?: object }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-quiet-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: object) =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  mkdirSync(join(folder, 'part'));
  write('part/package.json', part);
  write('package.json', { ...whole, ...changes });
  const locked = { '': whole, part, 'node_modules/part': { resolved: 'part', link: true } };
  write('package-lock.json', { ...whole, lockfileVersion: 3, requires: true, packages: locked });
  if (quiet) cpSync(settings, join(folder, '.npmrc'));
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const { status, stdout, stderr } = spawnSync('npm', ['ci', '--offline'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: {
      ...Object.fromEntries(own),
      NPM_CONFIG_USERCONFIG: join(folder, 'no-settings'),
      NPM_CONFIG_GLOBALCONFIG: join(folder, 'none-either'),
    },
  });
  return { status, stdout, stderr };
}

it('warns of engines and asks for funds without them', () => {
  const { status, stdout, stderr } = install({ quiet: false });
  expect(stdout).toContain('funding');
  expect(stderr).toContain('EBADENGINE');
  expect(status).toBe(0);
});

it('is quiet with them', () => {
  const { status, stdout, stderr } = install({});
  expect(stderr).toBe('');
  expect(stdout).not.toContain('funding');
  expect(status).toBe(0);
});

it('shows that a package is missing', () => {
  const dependencies = { ...whole.dependencies, missing: '1.0.0' };
  const { status, stderr } = install({ changes: { dependencies } });
  expect(status).toBe(1);
  expect(stderr).toContain('npm error');
  expect(stderr).toContain('missing');
});

it('shows that a script failed, and what it said', () => {
  const scripts = { postinstall: 'node fail.cjs' };
  const { status, stderr } = install({ changes: { scripts } });
  expect(status).toBe(1);
  expect(stderr).toContain('npm error');
  expect(stderr).toContain('Cannot find module');
});
