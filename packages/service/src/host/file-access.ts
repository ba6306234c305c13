// Checks whether other users can read a data folder, and advises how to prevent it.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const databaseFiles = ['', '-wal', '-shm', '-journal'].map((end) => `latchkey.sqlite${end}`);

/** Returns advice if other users can read the path, or null. Windows has no such mode bits. */
export function accessAdvice(path: string): string | null {
  if (process.platform === 'win32') return null;
  const stats = statSync(path);
  if ((stats.mode & 0o077) === 0) return null;
  const mode = stats.isDirectory() ? '700' : '600';
  return `Other users of this machine can read it. Run: chmod ${mode} ${path}`;
}

export function databaseFilesIn(dataFolder: string): readonly string[] {
  return databaseFiles.filter((name) => existsSync(join(dataFolder, name)));
}

export function accessWarnings(dataFolder: string): readonly string[] {
  const paths = [dataFolder, ...databaseFilesIn(dataFolder).map((name) => join(dataFolder, name))];
  return paths.flatMap((path) => {
    const advice = accessAdvice(path);
    return advice === null ? [] : [`${path} is not private. ${advice}`];
  });
}
