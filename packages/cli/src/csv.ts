// Writes CSV (RFC 4180) for spreadsheets and for `latchkey import`. Not by csv-stringify: its
// escape of formulas leaves `'=1` unchanged, so that a reader cannot restore the cell.
import { harmless } from './plain-text.ts';

/** SECURITY: spreadsheets would run these cells as formulas, so an apostrophe is prefixed. */
const formula = /^[=+\-@']/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = harmless(formula.test(value) ? `'${value}` : value);
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
