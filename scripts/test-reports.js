// Counts what a suite's own JSON report says. A report that is missing, says nothing, or disagrees with the exit code counts
// as one failure: a suite that did not run must never look green.
import { readFileSync } from 'node:fs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * @param {'vitest' | 'playwright'} kind
 * @param {string} file
 * @param {number | null} exitCode
 * @returns {Counts}
 */
export function countReport(kind, file, exitCode) {
  const counts = readCounts(kind, file);
  const red = exitCode !== 0 && counts.failed === 0;
  const empty = counts.passed + counts.failed === 0;
  return red || empty ? { ...counts, failed: 1 } : counts;
}

/**
 * @param {'vitest' | 'playwright'} kind
 * @param {string} file
 * @returns {Counts}
 */
function readCounts(kind, file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
  if (kind === 'vitest')
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  // A flaky test failed once: there are no retries, so it counts as failed.
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/**
 * @param {readonly Counts[]} all
 * @returns {Counts}
 */
export function sumCounts(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** @param {Counts} counts */
export function countsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}
