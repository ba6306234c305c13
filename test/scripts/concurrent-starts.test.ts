// Tests of the real program start it twice at the same time from one home.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeStarter } from '../support/electron-process.ts';

test('concurrent starts do not write the script that the other one runs', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'latchkey-home-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  chmodSync(home, 0o755);
  const starters = await Promise.all([1, 2].map(() => writeStarter({ home }, '/bin/true')));
  expect(new Set(starters).size).toBe(2);
});
