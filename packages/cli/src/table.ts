// Formats tables with aligned columns and truncated cells, and escapes untrusted text.
import { truncateTo, escapeControls, widthOf } from './plain-text.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  readonly right?: true;
}

export interface Table {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Indexes of right-aligned columns. */
  readonly right: readonly number[];
}

export function tableOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): Table {
  return {
    titles: columns.map(({ title }) => title),
    rows: rows.map((row) => columns.map(({ cell }) => escapeControls(cell(row)))),
    right: columns.flatMap(({ right }, index) => (right === true ? [index] : [])),
  };
}

export interface TableLayout {
  /** Width of the terminal, or null if stdout is not a terminal. */
  readonly columns: number | null;
  readonly isColoured: boolean;
  readonly isWide: boolean;
}

const maxCellWidth = 60;
const minCellWidth = 12;
const gap = 2;

export function printTable({ titles, rows, right }: Table, layout: TableLayout): string {
  if (rows.length === 0) return '';
  const all = [titles, ...rows];
  const natural = titles.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? '')), 0),
  );
  const widths = layout.isWide ? natural : fit(natural, layout.columns);
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padded(cell, widths[column] ?? 0, right.includes(column)))
      .join(' '.repeat(gap))
      .trimEnd();
  const head = line(titles);
  return [layout.isColoured ? `\u001b[1m${head}\u001b[0m` : head, ...rows.map(line), ''].join('\n');
}

function fit(natural: readonly number[], columns: number | null): readonly number[] {
  const widths = natural.map((width) => Math.min(width, maxCellWidth));
  if (columns === null) return widths;
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap);
  while (total() > columns) {
    const widest = Math.max(...widths);
    if (widest <= minCellWidth) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function padded(cell: string, width: number, isRight: boolean): string {
  const text = truncateTo(cell, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? space + text : text + space;
}
