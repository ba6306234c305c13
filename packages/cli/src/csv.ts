// A table as CSV (RFC 4180), for spreadsheets and for `latchkey import`.
// By hand: csv-stringify takes as many lines, and its escape of formulas leaves `'=1` as it is, so that no reader can undo it.
import { harmless } from './plain-text.ts';

/**
 * SECURITY: what spreadsheets would compute stands behind an apostrophe, as some cells hold what users chose; a reader takes it
 * away again.
 */
const computed = /^[=+\-@']/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = harmless(computed.test(value) ? `'${value}` : value);
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The other way round. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && computed.test(cell.slice(1)) ? cell.slice(1) : cell;
}
