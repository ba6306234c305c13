// Writes cells of CSV (RFC 4180), for spreadsheets and for `latchkey import`. The library
// csv-stringify does not escape the cell `'=1`, so a reader could not restore it.

/**
 * Where a cell can begin that a spreadsheet runs as a formula: also after separators, because
 * spreadsheets differ in which character splits the cells, and then ignore the quotes.
 */
const beginning = String.raw`(?<=^|[;,\t\r\n])`;
const formula = String.raw`(?=["']*[=+\-@\t\r])`;
const unsafe = new RegExp(beginning + formula, 'g');
const neutralised = new RegExp(`${beginning}'${formula}`, 'g');

/** SECURITY: users fill cells. An apostrophe before each formula makes spreadsheets show a text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string): string {
  const text = value.replace(unsafe, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the value of a cell that `csvLine` wrote, without the quotes. */
export function restoredCell(cell: string): string {
  return cell.replace(neutralised, '');
}
