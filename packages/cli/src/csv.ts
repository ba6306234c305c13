// Writes CSV (RFC 4180) for spreadsheets and for `latchkey import`. The library csv-stringify does
// not escape the cell `'=1`, so a reader could not restore it.
import { escapeControls } from './plain-text.ts';

/** SECURITY: spreadsheets run such cells as formulas, so they get a leading apostrophe. */
const formulaPrefix = /^[=+\-@']/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = escapeControls(formulaPrefix.test(value) ? `'${value}` : value);
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaPrefix.test(cell.slice(1)) ? cell.slice(1) : cell;
}
