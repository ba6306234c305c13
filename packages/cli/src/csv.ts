// Writes CSV (RFC 4180) for spreadsheets and for `latchkey import`. csv-stringify does not fit: it
// leaves `'=1` unescaped, so a reader cannot restore the cell.
import { escapeControls } from './plain-text.ts';

/** SECURITY: spreadsheets would run such a cell as a formula, so it gets a leading apostrophe. */
const formula = /^[=+\-@']/;

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = escapeControls(formula.test(value) ? `'${value}` : value);
  return /[",;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}
