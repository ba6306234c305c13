// Formats the report of an import: counts by section, problems and paid time.
import type { Output } from './command.ts';
import { paidLines, type PaidTimeComparison } from './import-sums.ts';
import { tableOf } from './table.ts';

export interface Tally {
  readonly section: string;
  created: number;
  existing: number;
  /** Names of the created rows. */
  readonly names: Set<string>;
  readonly problems: { readonly name: string; readonly reason: string }[];
}

const maxShown = 20;

export function report(
  tallies: readonly Tally[],
  paid: readonly PaidTimeComparison[],
  isInterrupted: boolean,
): Output {
  const isUnequal = paid.some(({ differing }) => differing.length > 0);
  const hasFailed =
    isInterrupted || isUnequal || tallies.some(({ problems }) => problems.length > 0);
  return {
    document: { success: !hasFailed, sections: sectionsOf(tallies), paid },
    table: tableOf(tallies, [
      { title: 'SECTION', cell: ({ section }) => section },
      { title: 'CREATED', cell: ({ created }) => String(created), right: true },
      { title: 'EXISTING', cell: ({ existing }) => String(existing), right: true },
      { title: 'PROBLEMS', cell: ({ problems }) => String(problems.length), right: true },
    ]),
    lines: [...problemLines(tallies), ...paidLines(paid)],
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
