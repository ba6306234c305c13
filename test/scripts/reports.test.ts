// The last line of `npm test` comes from the suites' own reports, and a suite that did not run is never green.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countReport, countsLine, failedTests, sumCounts } from '../../scripts/test-reports.js';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function report(content: unknown): string {
  const file = join(folder, `${(files += 1)}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const vitest = (passed: number, failed: number, pending = 0, todo = 0) =>
  report({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
  });
const playwright = (expected: number, unexpected: number, flaky = 0, skipped = 0) =>
  report({ stats: { expected, unexpected, flaky, skipped } });

describe('counting a report', () => {
  it('takes the numbers that the suite wrote', () => {
    expect(countReport('vitest', vitest(7, 0), 0)).toEqual({ passed: 7, failed: 0, skipped: 0 });
    expect(countReport('vitest', vitest(7, 2, 1, 3), 1)).toEqual({
      passed: 7,
      failed: 2,
      skipped: 4,
    });
    expect(countReport('playwright', playwright(5, 1, 1, 2), 1)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  it('counts one failure for a red exit code that no test explains', () => {
    for (const exitCode of [1, 130, null])
      expect(countReport('playwright', playwright(5, 0), exitCode).failed).toBe(1);
  });

  it('counts one failure for a suite that ran nothing', () => {
    expect(countReport('vitest', vitest(0, 0), 0).failed).toBe(1);
    expect(countReport('playwright', playwright(0, 0, 0, 9), 0).failed).toBe(1);
  });

  it('counts one failure for a report that is missing or broken', () => {
    const nothing = { passed: 0, failed: 1, skipped: 0 };
    expect(countReport('vitest', join(folder, 'none.json'), 0)).toEqual(nothing);
    expect(countReport('vitest', report('{"numPassed'), 0)).toEqual(nothing);
  });
});

describe('naming what failed', () => {
  it('names the tests of a vitest report with the first lines of the message, without colours', () => {
    const file = report({
      testResults: [
        {
          name: join(process.cwd(), 'test/a.test.ts'),
          assertionResults: [
            { status: 'passed', fullName: 'good', failureMessages: [] },
            { status: 'failed', fullName: 'a bad one', failureMessages: ['\u001b[31mone\ntwo'] },
          ],
        },
      ],
    });
    const named = { file: 'test/a.test.ts', name: 'a bad one', message: 'one two' };
    expect(failedTests('vitest', file)).toEqual([named]);
  });

  it('names the tests of a playwright report with their groups', () => {
    const failing = (title: string, ok: boolean) => ({
      title,
      ok,
      file: 'a.spec.ts',
      line: 7,
      tests: [{ results: [{ error: { message: `${title} went wrong` } }] }],
    });
    const suite = {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: [failing('good', true)],
      suites: [{ title: 'a group', file: 'a.spec.ts', specs: [failing('bad', false)] }],
    };
    expect(failedTests('playwright', report({ suites: [suite] }))).toEqual([
      { file: 'a.spec.ts:7', name: 'a group bad', message: 'bad went wrong' },
    ]);
  });

  it('names nobody where there is no report', () => {
    expect(failedTests('vitest', join(folder, 'none.json'))).toEqual([]);
  });
});

describe('the last line', () => {
  it('sums everything, and names what was skipped only when there is any', () => {
    const sum = sumCounts([
      { passed: 3, failed: 0, skipped: 0 },
      { passed: 4, failed: 1, skipped: 0 },
    ]);
    expect(countsLine(sum)).toBe('7 passed, 1 failed');
    expect(countsLine({ ...sum, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped');
  });
});
