// Reads a CSV table of users or licenses (RFC 4180), separated by commas, semicolons or tabs. A
// user has one line for each subscription. The library csv-parse is half as fast, and it reports
// the wrong line for an unclosed quote.
import { restoredCell } from '@latchkey/protocol/csv.ts';
import type { Row } from './answer-types.ts';
import type { Exported } from './exchange-format.ts';
import { CliProblem } from './problem.ts';

const subscriptionColumns = ['subscription', 'expiry', 'days', 'timeleft', 'paused'];

export interface Table {
  readonly rows: Exported;
  /** Maps each row, and each subscription of a user, to its first line in the file. */
  readonly lines: ReadonlyMap<Row, number>;
}

interface Line {
  /** Number of the row's first line in the file, counting blank lines and line breaks in cells. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Columns of other services, which mean the same as one of ours. */
const synonyms: Readonly<Record<string, RegExp>> = {
  username: /^(?:user|login|user_?name|account)$/i,
  key: /^(?:license|licence|serial)?_?(?:key|code|number)$|^(?:license|licence|serial)$/i,
  passwordHash: /^(?:password|pass)_?hash$|^password$/i,
  email: /^e?_?-?mail(?:_?address)?$/i,
  subscription: /^(?:plan|product|product_name|subscription_?name|tier)$/i,
  days: /^(?:valid_?for|duration|days|lifetime_?days)$/i,
  expiry: /^(?:expir(?:y|es|ation)|valid_?until|end)_?(?:date|_?at)?$/i,
};

/**
 * Omits empty cells. `renamed` has our name of a column by the table's. Throws CliProblem if the text
 * is not a table of users or licenses.
 */
export function readCsv(text: string, renamed: ReadonlyMap<string, string> = new Map()): Table {
  const [head, ...body] = parseLines(text.replace(/^\uFEFF/, ''));
  const given = (head?.cells ?? []).map((name) => name.trim());
  const unknown = [...renamed.keys()].find((name) => !given.includes(name));
  if (unknown !== undefined) throw new CliProblem(`The table has no column "${unknown}".`);
  const names = given.map((name) => renamed.get(name) ?? name);
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined)
    throw new CliProblem(`The table has the column "${duplicate}" twice.`);
  const isUsers = names.includes('username');
  if (!isUsers && !names.includes('key'))
    throw new CliProblem(
      `The first line of a table must name its columns: "username", "passwordHash", "subscription", "expiry" and others for users; "key", "expires" or "days", "level" and others for license keys.${guess(names)}`,
    );
  const lines = new Map<Row, number>();
  const rows = body.map((line) => {
    const row = rowOf(line, names);
    lines.set(row, line.number);
    return row;
  });
  return { rows: isUsers ? { users: usersOf(rows, lines) } : { licenses: rows }, lines };
}

function guess(names: readonly string[]): string {
  const pairs = Object.entries(synonyms).flatMap(([ours, pattern]) => {
    const theirs = names.find((name) => pattern.test(name));
    return theirs === undefined || theirs === ours ? [] : [`${ours}=${theirs}`];
  });
  return pairs.length === 0 ? '' : ` If the names mean the same, add --columns ${pairs.join(',')}`;
}

type TextRow = Readonly<Record<string, string>>;

function rowOf({ number, cells }: Line, names: readonly string[]): TextRow {
  if (cells.length > names.length)
    throw new CliProblem(`Line ${number} has more cells than the first line.`);
  const filled = names.map((name, at) => [name, restoredCell((cells[at] ?? '').trim())] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ''));
}

function usersOf(rows: readonly TextRow[], lines: Map<Row, number>): readonly Row[] {
  const users = new Map<string, Record<string, unknown>>();
  for (const [index, row] of rows.entries()) {
    const line = lines.get(row) ?? 0;
    const subscription = Object.fromEntries(
      Object.entries(row).filter(([name]) => subscriptionColumns.includes(name)),
    );
    const userFields = Object.entries(row).filter(([name]) => !subscriptionColumns.includes(name));
    // Rows without a name stay separate, so that each is reported.
    const id = row['username'] ?? `\n${index}`;
    const user = users.get(id) ?? {};
    for (const [name, value] of userFields)
      if (user[name] === undefined) user[name] = value;
      else if (user[name] !== value)
        throw new CliProblem(`Line ${line}: the user "${id}" has several values of "${name}".`);
    const previous = (user['subscriptions'] ?? []) as readonly Row[]; // set only below
    if (Object.keys(subscription).length > 0) user['subscriptions'] = [...previous, subscription];
    if (!users.has(id)) lines.set(user, line);
    lines.set(subscription, line);
    users.set(id, user);
  }
  return [...users.values()];
}

/** Returns the non-blank lines. */
function parseLines(text: string): readonly Line[] {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const lines: Line[] = [];
  let cells: string[] = [];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  let [number, next] = [1, 1];
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) throw new CliProblem(`Line ${next} has an unclosed quote.`);
    const [all, content = '', end = ''] = found;
    cells.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    next += all.split('\n').length - 1;
    if (end === separator && cell.lastIndex < text.length) continue;
    if (cells.some((value) => value !== '')) lines.push({ number, cells });
    cells = [];
    number = next;
  }
  return lines;
}
