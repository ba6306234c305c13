// Recognizes cells that a spreadsheet damaged when it opened or saved a table. A damaged key would
// be imported as a short text that anybody can guess.
import type { Row } from './answer-types.ts';
import { textOf } from './answers.ts';

const months = 'jan|feb|mar|mrz|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez';
const patterns: readonly (readonly [RegExp, string])[] = [
  [/^#(n\/a|nv|name\?|ref!|bezug!|value!|wert!|div\/0!|null!|num!|zahl!)$/i, 'an error value'],
  [/^#{4,}$/, 'a column that was too narrow'],
  [/^[+-]?[0-9](?:[.,][0-9]+)?e\+?[0-9]+$/i, 'a shortened number'],
  [/^(?:TRUE|FALSE|WAHR|FALSCH)$/, 'a truth value'],
  [
    new RegExp(`^(?:[0-9]{1,2}[-. ](?:${months})|(?:${months})[-. ][0-9]{2,4})\\.?$`, 'i'),
    'a date',
  ],
  // Spreadsheets keep 15 digits.
  [/^[1-9][0-9]{14}0+$/, 'a number whose last digits were replaced by zeros'],
];

/** Columns whose text identifies something, so that none of the forms above is meant. */
const columns = ['key', 'username', 'usedby', 'email', 'hwid', 'order', 'subscription'] as const;

/** Describes the first damaged cell of a table's row; null if there is none. */
export function damageIn(row: Row): string | null {
  for (const column of columns) {
    const text = textOf(row, column).trim();
    const what = patterns.find(([pattern]) => pattern.test(text))?.[1];
    if (what !== undefined)
      return `"${column}" is "${text}": a spreadsheet made ${what} of it. Export the table again with all columns as text`;
  }
  return null;
}
