// `latchkey logs`: shows the log that programs write.
import { droppedLines, numberOf, rowsOf, textOf, formatTime, userOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { dateOf, sinceOption } from '../since.ts';
import { tableOf } from '../table.ts';

export const logsCommand: Command = {
  words: 'logs',
  summary: 'Shows the log that programs of the application write',
  options: {
    limit: { value: 'N', help: 'number of lines, newest first (default: 100)' },
    ...sinceOption,
  },
  async run(call) {
    const { args, ask } = call;
    const limit = args.integer('limit', 1, 10_000) ?? 100;
    const since = dateOf(call, 'since');
    const answer = await ask('fetchalllogs', { limit: String(limit), since: since?.toString() });
    // Earlier versions ignore `limit` and `since`.
    const rows = rowsOf(answer, 'logs')
      .filter((row) => since === undefined || (numberOf(row, 'logdate') ?? 0) >= since)
      .slice(0, limit);
    return {
      document: { logs: rows },
      table: tableOf(rows, [
        { title: 'WHEN', cell: (row) => formatTime(row, 'logdate') },
        { title: 'USER', cell: (row) => userOf(row, 'credential') },
        { title: 'ON', cell: (row) => textOf(row, 'pcuser') },
        { title: 'IP', cell: (row) => textOf(row, 'ip') },
        { title: 'TEXT', cell: (row) => textOf(row, 'logdata') },
      ]),
      lines: [formatCount(rows.length, 'line'), ...droppedLines(answer)],
    };
  },
};
