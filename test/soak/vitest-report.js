// Reads the JSON report of a vitest run.
import { readFileSync } from 'node:fs';

/** @typedef {{ readonly name: string, readonly message: string }} FailedTest message: its first lines */

/**
 * Counts as one failure: a report that is missing, empty, or green with a failing exit code.
 * @param {string} file
 * @param {number | null} exitCode
 * @returns {{ passed: number, failed: number, named: readonly FailedTest[] }}
 */
export function readVitestReport(file, exitCode) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, named: [] };
  }
  const { numPassedTests: passed, numFailedTests: failed } = report;
  const isEmpty = passed + failed === 0;
  const isUnexplained = exitCode !== 0 && failed === 0;
  const named = report.testResults.flatMap(failedIn);
  return { passed, failed: isEmpty || isUnexplained ? 1 : failed, named };
}

/** @param {any} file of the report */
function failedIn({ assertionResults, message }) {
  const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
  return failed.map((/** @type {any} */ test) => ({
    name: test.fullName,
    message: firstLines(test.failureMessages[0] ?? message ?? ''),
  }));
}

/** @param {string} message */
function firstLines(message) {
  // oxlint-disable-next-line no-control-regex -- the colours of a terminal
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
  return plain.split('\n').slice(0, 4).join(' ').replace(/\s+/g, ' ').slice(0, 400);
}
