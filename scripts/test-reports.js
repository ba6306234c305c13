// Counts what a suite's own JSON report says. A report that is missing, says nothing, or disagrees with the exit code counts
// as one failure: a suite that did not run must never look green.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ file: string, name: string, message: string }} FailedTest message: the first lines of it
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
  // Playwright itself tries nothing twice.
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/**
 * The tests that failed, by name. A report that cannot be read names none; countReport() counts it.
 * @param {'vitest' | 'playwright'} kind
 * @param {string} file
 * @returns {FailedTest[]}
 */
export function failedTests(kind, file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
  return kind === 'vitest' ? failedInVitest(report) : failedInPlaywright(report.suites ?? []);
}

/**
 * @param {any} report
 * @returns {FailedTest[]}
 */
function failedInVitest(report) {
  /** @param {any} file */
  const failedIn = ({ name, assertionResults, message }) => {
    const failed = assertionResults.filter((/** @type {any} */ { status }) => status === 'failed');
    return failed.map((/** @type {any} */ test) => ({
      file: relative(process.cwd(), name),
      name: test.fullName,
      message: firstLines(test.failureMessages[0] ?? message),
    }));
  };
  return (report.testResults ?? []).flatMap(failedIn);
}

/**
 * @param {readonly any[]} suites
 * @param {string} above the titles of the groups around them
 * @returns {FailedTest[]}
 */
function failedInPlaywright(suites, above = '') {
  return suites.flatMap((suite) => {
    const within = suite.title === suite.file ? above : `${above}${suite.title} `;
    const failed = (suite.specs ?? []).filter((/** @type {any} */ { ok }) => !ok);
    const own = failed.map((/** @type {any} */ spec) => ({
      file: `${spec.file}:${spec.line}`,
      name: `${within}${spec.title}`,
      message: firstLines(spec.tests[0]?.results.at(-1)?.error?.message),
    }));
    return [...own, ...failedInPlaywright(suite.suites ?? [], within)];
  });
}

/** @param {string | undefined} message */
function firstLines(message = 'no message') {
  // eslint-disable-next-line no-control-regex -- the colours of a terminal
  const plain = message.replace(/\u001b\[[0-9;]*m/g, '');
  return plain.split('\n').slice(0, 4).join(' ').replace(/\s+/g, ' ').slice(0, 400);
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
