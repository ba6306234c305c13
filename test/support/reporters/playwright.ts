// Playwright reporter that prints the slowest files, and collects the failed tests. Playwright's
// own list of slow files omits those that several workers share.
import path from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { addToSummary } from './failed-tests.ts';
import { slowestFiles, write } from './slowest.ts';

class SummaryReporter implements Reporter {
  readonly #msByFile = new Map<string, number>();
  #tests: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = path.relative(process.cwd(), location.file);
    this.#msByFile.set(file, (this.#msByFile.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    write(`\n${slowestFiles(this.#msByFile)}`);
    this.#tests.forEach(addFailure);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function addFailure(test: TestCase): void {
  const outcome = test.outcome();
  if (outcome !== 'unexpected' && outcome !== 'flaky') return;
  const [, ...place] = test.titlePath();
  const error = test.results.find((result) => result.error !== undefined)?.error?.message;
  addToSummary(outcome === 'flaky' ? 'flaky' : 'failed', place.join(' › '), error);
}

// oxlint-disable-next-line import/no-default-export -- Playwright requires a default export
export default SummaryReporter;
