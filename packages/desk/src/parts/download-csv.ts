// Saves rows as a CSV file (RFC 4180) that spreadsheets open without running formulas.
import { csvLine } from '@latchkey/protocol/csv.ts';
import { saveFile } from '@latchkey/web/save-file.ts';

export interface CsvColumn<Row> {
  readonly header: string;
  readonly value: (row: Row) => string;
}

export function csvText<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map((row) => columns.map(({ value }) => value(row))),
  ];
  return lines.map(csvLine).join('');
}

/** The byte order mark makes spreadsheets read UTF-8. */
export function saveCsv(fileName: string, text: string): void {
  saveFile(fileName, new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }));
}
