// A copy of the build whose hardware worker reports the facts in a file, so that a test can replace
// parts of the computer.
import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RawFacts } from '../../src/main/core/ports.ts';

export type ComputerFacts = Readonly<Record<keyof RawFacts, string>>;

export interface ComputerWithFacts {
  /** Takes the place of the fixture `built`. */
  readonly built: string;
  readonly setFacts: (facts: ComputerFacts) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Takes the place of src/main/adapters/hardware-worker.ts. */
const worker = `
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { parentPort } = require('node:worker_threads');
const facts = JSON.parse(readFileSync(join(__dirname, 'facts.json'), 'utf8'));
for (const [name, value] of Object.entries(facts))
  parentPort.postMessage({ name, fact: { read: true, value } });
`;

export async function copyWithFacts(built: string): Promise<ComputerWithFacts> {
  const copy = await mkdtemp(path.join(tmpdir(), 'latchkey-computer-'));
  await cp(built, copy, { recursive: true });
  await chmod(copy, 0o755);
  const folder = path.join(copy, 'out/hardware-worker');
  await writeFile(path.join(folder, 'hardware-worker.cjs'), worker);
  return {
    built: copy,
    async setFacts(facts) {
      const file = path.join(folder, 'facts.json');
      await writeFile(file, JSON.stringify(facts));
      await chmod(file, 0o644);
    },
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
