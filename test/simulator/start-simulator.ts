// Starts simulations in a separate process, whose built-ins they replace.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { startChild } from '../../scripts/children.js';

const script = fileURLToPath(new URL('run.ts', import.meta.url));

export interface Simulations {
  readonly hasBroken: boolean;
  readonly output: string;
  readonly seeds: number;
  /** Simulated hours. */
  readonly hours: number;
  readonly crashes: number;
  /** Real seconds. */
  readonly seconds: number;
}

/** `args`: of run.ts. Throws if the process fails in another way than by a broken promise. */
export async function startSimulator(args: readonly string[]): Promise<Simulations> {
  const child = startChild(process.execPath, ['--conditions=latchkey-source', script, ...args], {
    stdout: 'pipe',
    stderr: 'pipe',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('its output is not read');
  const [output, errors] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
  const summary = errors.trim().split('\n').at(-1) ?? '';
  if (!summary.startsWith('{')) throw new Error(errors);
  const total = JSON.parse(summary) as Omit<Simulations, 'hasBroken' | 'output'>; // of run.ts
  return { ...total, output, hasBroken: child.exitCode !== 0 };
}
