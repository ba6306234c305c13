// Formats the report of an import: counts by section, problems, and what the service has.
import type { Output } from './command.ts';
import type { Row } from './answer-types.ts';
import { formatCount } from './format-count.ts';
import { tableOf } from './table.ts';

export interface Tally {
  readonly section: string;
  created: number;
  existing: number;
  /** The created users or licenses, or those that a dry run would create. */
  readonly rows: Row[];
  readonly problems: { readonly name: string; readonly reason: string }[];
}

/** The result of reading the created rows again. */
export interface Check {
  readonly section: string;
  readonly rows: number;
  /** Names of the rows that the service does not have as the document says. */
  readonly differing: readonly string[];
}

const maxShown = 20;

export function report(
  tallies: readonly Tally[],
  checked: readonly Check[],
  isInterrupted: boolean,
): Output {
  const isUnequal = checked.some(({ differing }) => differing.length > 0);
  const hasFailed =
    isInterrupted || isUnequal || tallies.some(({ problems }) => problems.length > 0);
  return {
    document: { success: !hasFailed, sections: sectionsOf(tallies), checked },
    table: tableOf(tallies, [
      { title: 'SECTION', cell: ({ section }) => section },
      { title: 'CREATED', cell: ({ created }) => String(created), right: true },
      { title: 'EXISTING', cell: ({ existing }) => String(existing), right: true },
      { title: 'PROBLEMS', cell: ({ problems }) => String(problems.length), right: true },
    ]),
    lines: [...problemLines(tallies), ...checkLines(checked)],
    hasFailed,
  };
}

export function sectionsOf(tallies: readonly Tally[]) {
  return tallies.map(({ section, created, existing, problems }) => ({
    section,
    made: created,
    there: existing,
    problems: problems.map(({ name, reason }) => ({ name, reason })),
  }));
}

export function problemLines(tallies: readonly Tally[]): readonly string[] {
  const problems = tallies.flatMap(({ section, problems: list }) =>
    list.map(({ name, reason }) => `${section}: ${name}: ${reason}`),
  );
  const more = problems.length - maxShown;
  return [
    ...problems.slice(0, maxShown),
    ...(more > 0 ? [`and ${more} more; --json shows all.`] : []),
  ];
}

const nouns: Readonly<Record<string, string>> = { users: 'user', licenses: 'license key' };

function checkLines(checked: readonly Check[]): readonly string[] {
  return checked.flatMap(({ section, rows, differing }) => [
    `Checked again: ${formatCount(rows, nouns[section] ?? section)}, ${differing.length === 0 ? 'all equal' : `${differing.length} NOT EQUAL`}.`,
    ...differing.slice(0, maxShown).map((name) => `  Check ${name}.`),
  ]);
}
