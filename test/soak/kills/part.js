// Kills a thousand installing processes, each at a different access to the disk.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startChild } from '../../../scripts/children.js';

const rounds = 1000;
const sayEvery = 100;
/** The number of disk accesses varies, so a process may finish before its planned kill. */
const leastKilled = 0.75;

/** @type {import('../run-soak.js').Part} */
export const kills = {
  title: 'An installation killed at any moment: the old or the new version starts',
  async run({ folder, seed, isTimeUp, say }) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'done.json');
    const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    // A finished state or another seed starts from the beginning.
    const isSame = before?.seed === seed && before.done < rounds;
    /** @type {{ done: number, killed: number, bad: string[] }} */
    const state = isSame ? before : { done: 0, killed: 0, bad: [] };
    const script = fileURLToPath(new URL('run-kills.ts', import.meta.url));
    const args = [script, String(seed), String(state.done + 1), String(rounds)];
    const child = startChild(process.execPath, args, { stdout: 'pipe', stderr: 2 });
    if (child.stdout === null) throw new Error('Its output is not read');
    for await (const line of createInterface({ input: child.stdout })) {
      const { round, wrong, isKilled } = JSON.parse(line);
      state.done = round;
      if (isKilled) state.killed += 1;
      if (wrong !== null) state.bad.push(`seed ${seed}, round ${round}: ${wrong}`);
      writeFileSync(file, JSON.stringify({ seed, ...state }));
      if (round % sayEvery === 0) say(`${round} of ${rounds}`);
      if (isTimeUp()) break;
    }
    child.kill('SIGKILL');
    const { done, killed, bad } = state;
    say(`${killed} of ${done} were killed; the others had ended by themselves`);
    if (killed < done * leastKilled) bad.push(`only ${killed} of ${done} were killed`);
    return { tried: done, well: done - bad.length, bad, notes: [], isWhole: done === rounds };
  },
};
