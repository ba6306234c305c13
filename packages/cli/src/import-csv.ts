// Reads a CSV table of users or licenses (RFC 4180; commas, semicolons or tabs). A user has one
// line for each subscription. Not by csv-parse: it is half as fast and reports the wrong line for an
// unclosed quote.
import type { Row } from './answer-types.ts';
import { withoutApostrophe } from './csv.ts';
import type { Exported } from './exchange-format.ts';
import { CliProblem } from './problem.ts';

const subscriptionColumns = ['subscription', 'expiry', 'days', 'timeleft', 'paused'];

/** Throws CliProblem if the text is not such a table. Empty cells are omitted. */
export function readCsv(text: string): Exported {
  const [head = [], ...lines] = cellsOf(text.replace(/^\uFEFF/, ''));
  const names = head.map((name) => name.trim());
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw new CliProblem(`The table has "${duplicate}" twice.`);
  const isUsers = names.includes('username');
  if (!isUsers && !names.includes('key'))
    throw new CliProblem(
      'The first line of a table names its columns: "username", "passwordHash", "subscription", "expiry" and others for users; "key", "expires" or "days", "level" and others for license keys.',
    );
  const rows = lines.map((cells, index) => {
    if (cells.length > names.length)
      throw new CliProblem(`Line ${index + 2} of the table has more cells than the first one.`);
    const filled = names.map(
      (name, at) => [name, withoutApostrophe((cells[at] ?? '').trim())] as const,
    );
    return Object.fromEntries(filled.filter(([, value]) => value !== ''));
  });
  return isUsers ? { users: usersOf(rows) } : { licenses: rows };
}

function usersOf(rows: readonly Readonly<Record<string, string>>[]): readonly Row[] {
  const users = new Map<string, Record<string, unknown>>();
  for (const [index, row] of rows.entries()) {
    const subscription = Object.fromEntries(
      Object.entries(row).filter(([name]) => subscriptionColumns.includes(name)),
    );
    const own = Object.entries(row).filter(([name]) => !subscriptionColumns.includes(name));
    // Rows without a name stay separate, so that each is reported.
    const id = row['username'] ?? `\n${index}`;
    const user = users.get(id) ?? {};
    for (const [name, value] of own)
      if (user[name] === undefined) user[name] = value;
      else if (user[name] !== value)
        throw new CliProblem(`The user "${id}" has several values of "${name}".`);
    const before = (user['subscriptions'] ?? []) as readonly Row[]; // only set below
    if (Object.keys(subscription).length > 0) user['subscriptions'] = [...before, subscription];
    users.set(id, user);
  }
  return [...users.values()];
}

function cellsOf(text: string): readonly (readonly string[])[] {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = [';', '\t'].find((one) => first.includes(one)) ?? ',';
  const lines: string[][] = [];
  let cells: string[] = [];
  const one = new RegExp(`("(?:[^"]|"")*"|[^"${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, 'y');
  while (one.lastIndex < text.length) {
    const found = one.exec(text);
    if (found === null)
      throw new CliProblem(`Line ${lines.length + 1} of the table has a quote that does not end.`);
    const [, cell = '', end = ''] = found;
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === separator && one.lastIndex < text.length) continue;
    if (cells.some((value) => value !== '')) lines.push(cells);
    cells = [];
  }
  return lines;
}
