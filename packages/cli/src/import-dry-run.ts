// Formats the report of a dry run: what the plan creates, and its problems.
import { listIn, textOf } from './answers.ts';
import type { Row } from './answer-types.ts';
import type { Output } from './command.ts';
import type { SectionPlan } from './import-plan.ts';
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
export function dryRunReport(
  plans: readonly SectionPlan[],
  settings: Row | null,
  now: number,
): Output {
  const tallies: Tally[] = [];
  const lines: PlanLine[] = [];
  if (settings !== null) lines.push(lineOf(emptyTally('settings', Object.keys(settings).length)));
  for (const { section, rows, existing, problems } of plans) {
    const tally = { ...emptyTally(section, rows.length), existing };
    tally.problems.push(...problems);
    tallies.push(tally);
    lines.push(lineOf(tally, section === 'licenses' ? licenseSum(rows) : null));
    if (section === 'users') lines.push(...linesOfUsers(rows, now));
  }
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

function emptyTally(section: string, created: number): Tally {
  return { section, created, existing: 0, names: new Set(), problems: [] };
}

function lineOf({ section, created, existing, problems }: Tally, sum: Sum | null = null): PlanLine {
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
