// Formats the report of a dry run: what the import would create, and its problems.
import { listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { Output } from './command.ts';
import { problemLines, sectionsOf, type Tally } from './import-report.ts';
import { licenseSum, subscriptionSum, type Sum } from './import-sums.ts';
import { tableOf } from './table.ts';

interface PlanLine {
  readonly what: string;
  readonly make: number;
  readonly there: number | null;
  readonly sum: Sum | null;
  readonly problems: number | null;
}

/** Returns the report of the dry run. `now` is unix seconds. */
export function dryRunReport(tallies: readonly Tally[], now: number): Output {
  const lines = tallies.flatMap((tally) => [
    lineOf(tally, tally.section === 'licenses' ? licenseSum(tally.rows) : null),
    ...(tally.section === 'users' ? linesOfUsers(tally.rows, now) : []),
  ]);
  const hasFailed = tallies.some(({ problems }) => problems.length > 0);
  return {
    document: { success: !hasFailed, dryRun: true, sections: sectionsOf(tallies), lines },
    table: tableOf(lines, [
      { title: 'WHAT', cell: ({ what }) => what },
      { title: 'TO CREATE', cell: ({ make }) => String(make), right: true },
      { title: 'DAYS', cell: ({ sum }) => (sum === null ? '' : daysText(sum)), right: true },
      { title: 'EXISTING', cell: ({ there }) => String(there ?? ''), right: true },
      { title: 'PROBLEMS', cell: ({ problems }) => String(problems ?? ''), right: true },
    ]),
    lines: [...problemLines(tallies), 'Nothing was created. Run it without --dry-run to import.'],
    hasFailed,
  };
}

function lineOf({ section, created, existing, problems }: Tally, sum: Sum | null): PlanLine {
  return { what: section, make: created, there: existing, sum, problems: problems.length };
}

function daysText({ seconds }: Sum): string {
  return (seconds / 86_400).toFixed(2);
}

function linesOfUsers(users: readonly Row[], now: number): readonly PlanLine[] {
  const all = users.flatMap((row) => listIn(row, 'subscriptions', 'subscription'));
  return [...new Set(all.map((sub) => textOf(sub, 'subscription')))].map((name) => {
    const sum = subscriptionSum(
      all.filter((sub) => textOf(sub, 'subscription') === name),
      now,
    );
    return { what: `  of ${name}, not expired`, make: sum.count, there: null, sum, problems: null };
  });
}
