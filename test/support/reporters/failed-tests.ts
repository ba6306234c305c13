// Collects failed and flaky tests of all suites for the summary that run-tests.js prints last.
import { appendFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * Adds a failed or flaky test, if run-tests.js started this suite.
 * @param test file and title
 * @param error message of its first error, of which the summary has the first line
 */
export function addToSummary(outcome: 'failed' | 'flaky', test: string, error = ''): void {
  const file = process.env['TEST_SUMMARY_FILE'];
  if (file === undefined) return;
  const [firstLine = ''] = stripVTControlCharacters(error).trim().split('\n');
  appendFileSync(file, `  ${outcome}  ${test}\n          ${firstLine}\n`);
}
