// The built command line from an empty folder to the first key: real processes, files and signals.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildIfStale } from '../../../scripts/build-if-stale.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'packages/cli');
const project = mkdtempSync(join(realpathSync(tmpdir()), 'latchkey-bin-'));

beforeAll(() => buildIfStale(), 120_000);
afterAll(() => {
  rmSync(project, { recursive: true, force: true });
});

function start(argv: readonly string[], bin = join(folder, 'bin/latchkey.js')) {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: project,
    env: { PATH: process.env['PATH'] },
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  const ended = once(child, 'close').then(([exitCode]) => exitCode as number | null); // event argument
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, written, ended };
}

async function run(argv: readonly string[], stdin = '') {
  const { child, written, ended } = start(argv);
  child.stdin.end(stdin);
  return { exitCode: await ended, ...written };
}

test('a seller creates an application, serves it, and sells a first key', async () => {
  const data = join(project, 'data');
  const key = join(project, 'seller-key');
  const created = await run([
    'app',
    'create',
    '--data',
    data,
    '--name',
    'First',
    '--key-file',
    key,
  ]);
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });

  const service = start(['serve', '--data', data, '--port', '0', '--json']);
  await once(service.child.stdout, 'data');
  const { url, publicKey } = JSON.parse(service.written.stdout) as Record<string, string>; // its own line
  const at = ['--url', url ?? '', '--key-file', key];
  const keys = await run(['keys', 'add', '--days', '30', ...at]);
  expect(keys).toMatchObject({ exitCode: 0, stderr: '' });
  expect(keys.stdout).toMatch(/^\S{20,}\n$/);
  // A worker thread counts. Its file is next to the program.
  const stats = await run(['call', 'stats', '--json', ...at]);
  expect(stats.exitCode).toBe(0);
  expect(JSON.parse(stats.stdout)).toMatchObject({ success: true, unused: '1' });
  const doctor = await run(['doctor', '--data', data, ...at, '--public-key', publicKey ?? '']);
  expect(doctor).toMatchObject({ exitCode: 0, stderr: '' });
  const hash =
    '{"format":"latchkey-export","version":1,"users":[{"username":"anna","passwordHash":"$2b$04$abcdefghijklmnopqrstuuKvlWQHqSqgaKfIGXM0eKXRzDvVbXw4e","subscriptions":[]}]}';
  expect(await run(['import', '-', ...at], hash)).toMatchObject({ exitCode: 0, stderr: '' });

  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('an interrupted command prints the created keys and ends', async () => {
  const data = join(project, 'many');
  const key = join(project, 'many-key');
  await run(['app', 'create', '--data', data, '--name', 'Many', '--key-file', key]);
  const service = start(['serve', '--data', data, '--port', '0', '--json']);
  await once(service.child.stdout, 'data');
  const { url } = JSON.parse(service.written.stdout) as Record<string, string>; // its own line
  const words = [
    'keys',
    'add',
    '--days',
    '1',
    '--amount',
    '100000',
    '--key-stdin',
    '--url',
    url ?? '',
  ];
  const adding = start(words);
  // The pipe stays open: a finished program must not wait for it.

  adding.child.stdin.write(readFileSync(key));
  await once(adding.child.stdout, 'data');
  adding.child.kill('SIGINT');
  expect(await adding.ended).toBe(1);
  const made = adding.written.stdout.trim().split('\n');
  expect(made.length % 100).toBe(0);
  expect(adding.written.stderr).toContain(`${made.length} of 100000 were created.`);
  const listed = await run(['keys', 'list', '--json', '--key-file', key, '--url', url ?? '']);
  const { keys } = JSON.parse(listed.stdout) as { keys: { key: string }[] }; // as other tests show
  expect(new Set(keys.map((row) => row.key))).toEqual(new Set(made));
});

test('a closed stdout ends the command silently', async () => {
  const { child, written, ended } = start(['--help']);
  child.stdout.destroy();
  await ended;
  expect(written.stderr).toBe('');
});

test('a command line that was not built explains how to build it', async () => {
  const bare = join(project, 'bare');
  mkdirSync(bare);
  cpSync(join(folder, 'bin'), join(bare, 'bin'), { recursive: true });
  cpSync(join(folder, 'package.json'), join(bare, 'package.json'));
  const { written, ended } = start([], join(bare, 'bin/latchkey.js'));
  expect(await ended).toBe(1);
  expect(written.stdout).toBe('');
  expect(written.stderr).toMatch(/^latchkey is not built yet: .*npm run build.*\n$/);
});
