// A data folder where writing costs nothing, on machines that have such a place: for tests of very many writes.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { dropDatabaseOf } from './postgresql.ts';

const memory = '/dev/shm';

/** Removed with the test, and its database with it. Ask for it before the service: it must go after it. */
export function folderInMemory(): string {
  const path = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'latchkey-service-'));
  onTestFinished(async () => {
    rmSync(path, { recursive: true, force: true });
    await dropDatabaseOf(path);
  });
  return path;
}
