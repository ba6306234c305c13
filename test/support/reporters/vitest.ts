// Vitest reporter that prints the time of each project, the slowest files and the flaky tests. A
// flaky test fails and then passes in CI's one retry; each flaky test is a defect to fix.
import type { Reporter, TestModule } from 'vitest/node';
import { addToSummary } from './failed-tests.ts';
import { slowestFiles, write } from './slowest.ts';

export class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const byProject = Map.groupBy(modules, ({ project }) => project.name);
    for (const [name, projectModules] of byProject) write(`\n${name}: ${summary(projectModules)}`);
    const flaky = modules.flatMap(flakyTests);
    if (flaky.length > 0) write(['\nFlaky', ...flaky].join('\n'));
    modules.forEach(addFailures);
  }
}

function summary(modules: readonly TestModule[]): string {
  const msByFile = new Map(modules.map((file) => [file.relativeModuleId, msOf(file)]));
  const ms = [...msByFile.values()].reduce((sum, one) => sum + one, 0);
  return `${(ms / 1000).toFixed(0)} s in ${modules.length} files. ${slowestFiles(msByFile)}`;
}

function msOf(file: TestModule): number {
  const { collectDuration, setupDuration, duration } = file.diagnostic();
  return collectDuration + setupDuration + duration;
}

function flakyTests(file: TestModule): readonly string[] {
  const flaky = [...file.children.allTests()].filter((test) => test.diagnostic()?.flaky === true);
  return flaky.map((test) => `  ${file.relativeModuleId}  ${test.fullName}`);
}

function addFailures(file: TestModule): void {
  const place = `${file.project.name} ${file.relativeModuleId}`;
  // Errors of the file itself, such as a failed import or hook.
  for (const { message } of file.errors()) addToSummary('failed', place, message);
  for (const test of file.children.allTests()) {
    const isFlaky = test.diagnostic()?.flaky === true;
    if (!isFlaky && test.result().state !== 'failed') continue;
    const [error] = test.result().errors ?? [];
    addToSummary(isFlaky ? 'flaky' : 'failed', `${place} › ${test.fullName}`, error?.message);
  }
}
