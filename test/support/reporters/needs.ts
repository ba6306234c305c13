// Vitest reporter that prints how many cases were skipped, by what they need (needs.ts).
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { needTags } from '../needs.ts';
import { write } from './slowest.ts';

export class NeedsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const cases = modules.flatMap((file) => [...file.children.allTests()]);
    const skipped = cases.filter((test) => test.result().state === 'skipped');
    const byNeed = Map.groupBy(skipped, needOf);
    const rows = [...byNeed].map(
      ([need, tests]) => `  ${String(tests.length).padStart(4)}  ${need}`,
    );
    write(
      [`\n${skipped.length} of ${cases.length} cases skipped, because they need`, ...rows].join(
        '\n',
      ),
    );
  }
}

function needOf({ tags }: TestCase): string {
  const need = needTags.find(({ name }) => tags.includes(name));
  return need === undefined ? 'something else' : `${need.name}: ${need.description ?? ''}`;
}
