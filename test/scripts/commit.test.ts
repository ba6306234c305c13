// The commit that the About page shows, from Git at the time of the build.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCommit, readSourceTime } from '../../scripts/build/commit.ts';

function makeRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'latchkey-commit-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { ...process.env, GIT_COMMITTER_DATE: '1795000000 +0000' };
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'core.hooksPath='];
  const git = (...args: readonly string[]) =>
    execFileSync('git', [...who, ...args], { cwd: folder, env, encoding: 'utf8' });
  git('init', '--quiet');
  writeFileSync(path.join(folder, 'a.txt'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  return { folder, git, hash: git('rev-parse', 'HEAD').slice(0, 10) };
}

test('returns the hash and time of the commit, even if it has a tag', () => {
  const { folder, git, hash } = makeRepository();
  git('tag', '--annotate', '--message', 'v1', 'v1');
  expect(readCommit(folder)).toEqual({ hash, isModified: false });
  expect(readSourceTime(folder)).toEqual(new Date(1_795_000_000_000));
});

test('reports a changed file as a modification, but not an untracked file', () => {
  const { folder, hash } = makeRepository();
  writeFileSync(path.join(folder, 'notes.txt'), 'new');
  expect(readCommit(folder)).toEqual({ hash, isModified: false });
  writeFileSync(path.join(folder, 'a.txt'), 'changed');
  expect(readCommit(folder)).toEqual({ hash, isModified: true });
});

test('returns no commit outside a repository, nor the one of a parent folder', () => {
  const { folder } = makeRepository();
  const unpacked = path.join(folder, 'latchkey-main');
  mkdirSync(unpacked);
  expect(readCommit(unpacked)).toBeNull();
  mkdirSync(path.join(unpacked, '.git'));
  rmSync(path.join(folder, '.git'), { recursive: true });
  expect(readCommit(unpacked)).toBeNull();
});
