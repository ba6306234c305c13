// Writes CSV (RFC 4180) for spreadsheets and for `latchkey import`. The library csv-stringify does
// not escape the cell `'=1`, so a reader could not restore it.
import type { CliCall, CommandOption, Output } from './command.ts';
import { escapeControls } from './plain-text.ts';
import { wrongUsage } from './problem.ts';

export const csvOption = { csv: { help: 'print CSV' } } as const satisfies Readonly<
  Record<string, CommandOption>
>;

/** Returns whether to print CSV. Throws a usage error for `--csv` with `--json`. */
export function wantsCsv({ args }: CliCall): boolean {
  if (args.isOn('csv') && args.isOn('json'))
    throw wrongUsage('Use either --csv or --json, not both.');
  return args.isOn('csv');
}

export function printCsv(
  { streams }: CliCall,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): Output {
  for (const cells of [titles, ...rows]) streams.stdout.write(csvLine(cells));
  return { document: {}, isPrinted: true };
}

/** SECURITY: spreadsheets run such cells as formulas, so `cellOf` prepends an apostrophe. */
const formulaPrefix = /^[=+\-@']/;

function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = escapeControls(formulaPrefix.test(value) ? `'${value}` : value);
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaPrefix.test(cell.slice(1)) ? cell.slice(1) : cell;
}
