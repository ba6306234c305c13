// The two published packages, packed and installed in an empty folder as a seller would. Needs the
// npm registry.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../../scripts/build-if-stale.js';

const root = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'latchkey-packed-'));
const seller = join(folder, 'seller');
/** Has the command line without the service. */
const alone = join(folder, 'alone');
const program = (name: string, from = seller) => join(from, 'node_modules/.bin', name);
/** The environment without npm's variables, which would make npm install into the project. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|VITEST)/.test(name)),
  ),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', args, { cwd, env, stdio: 'pipe', timeout: 120_000 });
}

beforeAll(async () => {
  await buildIfStale();
  const which = ['service', 'cli'].flatMap((name) => ['--workspace', `@latchkey/${name}`]);
  npm(root, 'pack', ...which, '--pack-destination', folder);
  const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  mkdirSync(alone);
  const cli = packed.filter((name) => name.startsWith('latchkey-cli'));
  npm(alone, 'install', '--omit=dev', ...cli.map((name) => join(folder, name)));
  mkdirSync(seller);
  npm(seller, 'install', '--omit=dev', ...packed.map((name) => join(folder, name)));
}, 180_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], input = '') =>
  execFileSync(program('latchkey'), args, { cwd: seller, env, encoding: 'utf8', input });

test('the packages install no dev dependencies', () => {
  const installed = readdirSync(join(seller, 'node_modules'));
  expect(installed).toContain('fastify');
  expect(installed.filter((name) => /^(electron|vite|vitest|react|typescript)/.test(name))).toEqual(
    [],
  );
  expect(readdirSync(join(seller, 'node_modules/@latchkey')).sort()).toEqual(['cli', 'service']);
});

test('the command line alone installs no other package, and names the one for local commands', () => {
  expect(readdirSync(join(alone, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
    '@latchkey',
  ]);
  expect(readdirSync(join(alone, 'node_modules/@latchkey'))).toEqual(['cli']);
  for (const words of ['app list', 'doctor', 'serve']) {
    const args = [...words.split(' '), '--data', join(folder, 'none')];
    const { status, stderr } = spawnSync(program('latchkey', alone), args, { env });
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining('@latchkey/service')]);
  }
});

test('the installed command line sells with the installed service', async () => {
  const data = join(folder, 'data');
  run(['app', 'create', '--data', data, '--name', 'First', '--key-file', 'key']);
  const service = spawn(
    program('latchkey-service'),
    ['serve', '--json', '--desk', '--page', '--port', '0', '--data', data],
    { cwd: seller, env },
  );
  const ended = once(service, 'close');
  onTestFinished(async () => {
    service.kill('SIGKILL');
    await ended;
  });
  const [line] = (await once(service.stdout, 'data')) as [Buffer];
  const { url } = JSON.parse(line.toString()) as { url: string }; // its one line
  expect(await (await fetch(`${url}/desk/`)).text()).toContain('/desk/assets/');
  expect(await (await fetch(`${url}/my/any-page`)).text()).toContain('/my/assets/');
  const at = ['--url', url, '--key-file', 'key'];
  expect(run(['keys', 'add', '--days', '30', ...at])).toMatch(/^\S{20,}\n$/);
  // A worker thread computes the hash. Its file is next to the program.
  const user = ['users', 'add', 'Anna', '--sub', 'default', '--days', '30', '--password-stdin'];
  run([...user, ...at], 'a password\n');
  expect(run(['users', 'show', 'Anna', ...at])).toContain('Anna');
  const shown = execFileSync(program('latchkey', alone), ['users', 'show', 'Anna', ...at], {
    cwd: seller,
    env,
    encoding: 'utf8',
  });
  expect(shown).toContain('Anna');
  service.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(run(['app', 'list', '--data', data])).toContain('First');
});
