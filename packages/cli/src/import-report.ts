// The report of an import or dry run: counts by section, problems, and paid time.
import type { Output } from './command.ts';
import { paidLines, type Paid } from './import-sums.ts';
import { tableOf } from './table.ts';

export interface Tally {
  readonly section: string;
  made: number;
  there: number;
  readonly names: Set<string>;
  readonly problems: { readonly name: string; readonly reason: string }[];
}

const maxShown = 20;

export function report(
  tallies: readonly Tally[],
  paid: readonly Paid[],
  isInterrupted: boolean,
): Output {
  const isUnequal = paid.some(({ differing }) => differing.length > 0);
  const hasFailed =
    isInterrupted || isUnequal || tallies.some(({ problems }) => problems.length > 0);
  return {
    document: { success: !hasFailed, sections: sectionsOf(tallies), paid },
    table: tableOf(tallies, [
      { title: 'SECTION', cell: ({ section }) => section },
      { title: 'CREATED', cell: ({ made }) => String(made), right: true },
      { title: 'EXISTING', cell: ({ there }) => String(there), right: true },
      { title: 'PROBLEMS', cell: ({ problems }) => String(problems.length), right: true },
    ]),
    lines: [...problemLines(tallies), ...paidLines(paid)],
    hasFailed,
  };
}

export function sectionsOf(tallies: readonly Tally[]) {
  return tallies.map(({ section, made, there, problems }) => ({
    section,
    made,
    there,
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
