// Reads the commit of the project, which the About page shows, and its time.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';

/** Returns null outside a Git repository, such as in a downloaded archive, or without Git. */
export function readCommit(project: string): LoaderInfo['commit'] {
  const found = git(project, ['describe', '--always', '--exclude=*', '--abbrev=10', '--dirty']);
  const [, hash, dirty] = /^([0-9a-f]+)(-dirty)?$/.exec(found ?? '') ?? [];
  return hash === undefined ? null : { hash, isModified: dirty !== undefined };
}

/** Returns SOURCE_DATE_EPOCH, or else the time of the commit; null without both. */
export function readSourceTime(project: string): Date | null {
  const seconds = process.env['SOURCE_DATE_EPOCH'] ?? git(project, ['log', '-1', '--format=%ct']);
  return seconds !== null && /^\d+$/.test(seconds) ? new Date(Number(seconds) * 1000) : null;
}

function git(project: string, args: readonly string[]): string | null {
  // The project may be an unpacked archive in a repository of the seller.
  if (!existsSync(path.join(project, '.git'))) return null;
  try {
    return execFileSync('git', ['--no-optional-locks', ...args], {
      cwd: project,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}
