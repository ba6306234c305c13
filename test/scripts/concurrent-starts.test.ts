// The start script for tests of the real program, which may start it twice from one home.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeStarter } from '../support/electron-process.ts';

test('each of two concurrent starts writes a separate script', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'latchkey-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  const starters = await Promise.all([1, 2].map(() => writeStarter({ home }, '/bin/true')));
  expect(new Set(starters).size).toBe(2);
});
