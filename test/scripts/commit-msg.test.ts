// The commit-msg hook, as Git runs it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const hook = join(import.meta.dirname, '..', '..', '.githooks', 'commit-msg');
const folder = mkdtempSync(join(tmpdir(), 'latchkey-commit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(message: string) {
  const file = join(folder, 'message');
  writeFileSync(file, message);
  return spawnSync('sh', [hook, file], { encoding: 'utf8' });
}

test.each([
  'service: create signing key and secret atomically',
  'bench, soak: name locals after their values\n\nA body with its reason.\n',
  '# a comment of an editor\ncli: print one key per line\n',
  'Merge branch "x"',
  `docs: ${'x'.repeat(66)}`,
])('accepts %j', (message) => {
  expect(check(message)).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['Fix things', 'Begin the subject'],
  ['Service: create the key', 'Begin the subject'],
  [`docs: ${'x'.repeat(67)}`, 'at most 72 characters'],
  ['docs: say more\nin the second line', 'second line empty'],
])('rejects %j', (message, reason) => {
  const { status, stderr } = check(message);
  expect(status).toBe(1);
  expect(stderr).toContain(reason);
});
