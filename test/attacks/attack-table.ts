// Vitest reporter that prints a row for each attack and database. A test fails if the attack
// succeeds or its control fails, so only a failure needs its message.
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { write } from '../support/reporters/slowest.ts';
import { attacks } from './attacks.ts';
import type {} from './count-tries.ts';

const head = ['', 'Attack', 'Database', 'Tests', 'Requests', 'Checks', 'Worst ms', 'Result'];

export class AttackTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = attacks.flatMap(({ point, name, files }) => {
      const own = modules.filter(({ relativeModuleId }) => files.includes(relativeModuleId));
      return [...Map.groupBy(own, ({ project }) => project.name)].map(([database, some]) => {
        const tests = some.flatMap(({ children }) => [...children.allTests()]);
        return [String(point), name, database, ...figuresOf(tests), resultOf(some, tests)];
      });
    });
    const table = [head, ...rows];
    const widths = head.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
    const lines = table.map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    write(`\n${lines.join('\n')}\nRequests and checks include those of the controls.`);
  }
}

function figuresOf(tests: readonly TestCase[]): readonly string[] {
  const all = tests.flatMap((test) => test.meta().tries ?? []);
  const sum = (of: 'requests' | 'checks') => String(all.reduce((total, one) => total + one[of], 0));
  const worst = Math.max(0, ...all.map(({ worstMs }) => worstMs));
  return [String(tests.length), sum('requests'), sum('checks'), worst.toFixed(0)];
}

/** A file that could not be loaded has no tests. */
function resultOf(modules: readonly TestModule[], tests: readonly TestCase[]): string {
  const count = (state: string) => tests.filter((test) => test.result().state === state).length;
  const [failed, skipped] = [count('failed'), count('skipped')];
  const broken = modules.filter((file) => file.state() === 'failed').length;
  if (failed + broken > 0) return `${failed} FAILED`;
  const all = 'no attack succeeded, all controls passed';
  return skipped === 0 ? all : `${all} (${skipped} skipped)`;
}
