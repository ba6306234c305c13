// Compares what operations cost with the committed table, and prints the table.
import type { Cost } from './cost-probes.ts';

type Numbers = Omit<Cost, 'accesses'>;
const names = ['statements', 'rows', 'walBytes', 'signatures'] as const;

/** Bytes of WAL depend on random ids, and rows on updates before them: a little more is no change. */
const tolerance: Readonly<Record<keyof Numbers, (allowed: number) => number>> = {
  statements: (allowed) => allowed,
  rows: (allowed) => allowed * 1.1 + 10,
  // A page on SQLite.
  walBytes: (allowed) => allowed * 1.1 + (allowed > 4120 ? 4120 : 400),
  signatures: (allowed) => allowed,
};

export type CostTable = ReadonlyMap<string, Cost>;

const numbersOf = (line: string): Numbers => {
  const [statements = 0, rows = 0, walBytes = 0, signatures = 0] = line.split(/ +/).map(Number);
  return { statements, rows, walBytes, signatures };
};

export function readTable(text: string): CostTable {
  const blocks = text.split(/\n(?=\S)/).slice(1);
  return new Map(
    blocks.map((block) => {
      const [first = '', ...accesses] = block.trimEnd().split('\n');
      const [, operation = '', numbers = ''] = /^(.*?)((?: +\d+)+)$/.exec(first) ?? [];
      return [
        operation,
        { ...numbersOf(numbers.trim()), accesses: accesses.map((line) => line.trim()) },
      ];
    }),
  );
}

export function printTable(table: CostTable): string {
  const line = (operation: string, cells: readonly (string | number)[]) =>
    `${operation.padEnd(14)}${cells.map((cell) => String(cell).padStart(12)).join('')}`;
  return [
    line('operation', names),
    ...[...table].flatMap(([operation, cost]) => [
      line(
        operation,
        names.map((name) => cost[name]),
      ),
      ...cost.accesses.map((access) => `    ${access}`),
    ]),
    '',
  ].join('\n');
}

/** What costs more than the table allows, such as `check: 3 statements, 2 allowed`. */
export function costsAbove(measured: CostTable, allowed: CostTable): readonly string[] {
  return [...measured].flatMap(([operation, cost]) => {
    const limit = allowed.get(operation);
    if (limit === undefined) return [`${operation}: not in the table`];
    const numbers = names
      .filter((name) => cost[name] > tolerance[name](limit[name]))
      .map((name) => `${operation}: ${cost[name]} ${name}, ${limit[name]} allowed`);
    const accesses = cost.accesses
      .filter((access) => !limit.accesses.includes(access))
      .map((access) => `${operation}: reads ${access}`);
    return [...numbers, ...accesses];
  });
}
