// Prints CSV for spreadsheets and for `latchkey import`.
import { csvLine } from '@latchkey/protocol/csv.ts';
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
  for (const cells of [titles, ...rows]) streams.stdout.write(csvLine(cells.map(escapeControls)));
  return { document: {}, isPrinted: true };
}
