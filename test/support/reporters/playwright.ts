// Playwright reporter that prints the slowest files. Playwright's own list omits files that several
// workers share.
import path from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { slowestFiles, write } from './slowest.ts';

class SlowestFilesReporter implements Reporter {
  readonly #msByFile = new Map<string, number>();

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = path.relative(process.cwd(), location.file);
    this.#msByFile.set(file, (this.#msByFile.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    write(`\n${slowestFiles(this.#msByFile)}`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

// oxlint-disable-next-line import/no-default-export -- Playwright requires a default export
export default SlowestFilesReporter;
