// `latchkey logs` shows the logs of programs, and `latchkey audit` the audit log of seller keys.
import { droppedLines, rowsOf, textOf, formatTime, userOf } from '../answers.ts';
import type { AnswerTo, FieldOf, RowOf } from '../answer-types.ts';
import type { CliCall, Command, Output } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { tableOf, type Column } from '../table.ts';

const options = { limit: { value: 'N', help: 'number of lines, newest first (default: 100)' } };

export const logCommands: readonly Command[] = [
  {
    words: 'logs',
    summary: 'Shows the log that programs of the application write',
    options,
    run: (call) =>
      newest(call, 'fetchalllogs', 'logs', [
        { title: 'WHEN', cell: (row) => formatTime(row, 'logdate') },
        { title: 'USER', cell: (row) => userOf(row, 'credential') },
        { title: 'ON', cell: (row) => textOf(row, 'pcuser') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
        { title: 'TEXT', cell: (row) => textOf(row, 'logdata') },
      ]),
  },
  {
    words: 'audit',
    summary: "Shows what was done with seller keys; BY is empty for the application's own key",
    options,
    run: (call) =>
      newest(call, 'fetchauditlog', 'auditlog', [
        { title: 'WHEN', cell: (row) => formatTime(row, 'date') },
        { title: 'BY', cell: (row) => textOf(row, 'sellerkey') },
        { title: 'WHAT', cell: (row) => textOf(row, 'type') },
        { title: 'WITH', cell: (row) => textOf(row, 'detail') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
      ]),
  },
];

async function newest<
  Type extends 'fetchalllogs' | 'fetchauditlog',
  Name extends FieldOf<AnswerTo<Type>>,
>(
  { given, ask }: CliCall,
  type: Type,
  list: Name,
  columns: readonly Column<RowOf<Type, Name>>[],
): Promise<Output> {
  const limit = given.integer('limit', 1, 10_000) ?? 100;
  const answer = await ask(type, { limit: String(limit) });
  // Services without paging ignore `limit`.
  const rows = rowsOf(answer, list).slice(0, limit);
  return {
    document: { [list]: rows },
    table: tableOf(rows, columns),
    lines: [formatCount(rows.length, 'line'), ...droppedLines(answer)],
  };
}
