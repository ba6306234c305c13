// Saves rows as a CSV file (RFC 4180) that spreadsheets open without running formulas.
import { saveFile } from './save-file.ts';

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => string;
}

/** SECURITY: a cell that begins like a formula gets an apostrophe, because users fill cells. */
export function csvText<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The byte order mark makes spreadsheets read UTF-8. */
export function saveCsv(fileName: string, text: string): void {
  saveFile(fileName, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}
