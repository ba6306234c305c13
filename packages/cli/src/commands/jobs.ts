// `latchkey jobs list, cancel`: bulk changes that run, or ended last.
import { formatTime, numberOf, rowsOf, textOf } from '../answers.ts';
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { tableOf } from '../table.ts';

export const jobCommands: readonly Command[] = [
  {
    words: 'jobs list',
    summary: 'Shows the bulk change that runs, or the one that ended last',
    async run({ ask }) {
      const answer = await ask('jobs');
      const rows = rowsOf(answer, 'jobs');
      return {
        document: answer,
        table: tableOf(rows, [
          { title: 'ID', cell: (row) => textOf(row, 'id') },
          { title: 'WHAT', cell: (row) => textOf(row, 'operation') },
          { title: 'WITH', cell: (row) => textOf(row, 'detail') },
          { title: 'BY', cell: (row) => textOf(row, 'by') },
          { title: 'STATE', cell: (row) => textOf(row, 'state') },
          { title: 'ROWS', cell: (row) => textOf(row, 'rows') },
          { title: 'STARTED', cell: (row) => formatTime(row, 'started') },
          { title: 'ENDED', cell: (row) => formatTime(row, 'ended') },
        ]),
        lines: rows.length === 0 ? ['No bulk change has run.'] : [],
      };
    },
  },
  {
    words: 'jobs cancel',
    summary: 'Cancels a bulk change that runs; what it has done stays',
    operands: '<ID>',
    operandOf: (name) => (name === 'id' ? { name: 'ID' } : undefined),
    async run({ args, ask }) {
      const answer = await ask('canceljob', { id: args.operands[0] });
      const rows = formatCount(numberOf(answer, 'rows') ?? 0, 'row');
      return { document: answer, lines: [`Cancelled after ${rows}. What it has done stays.`] };
    },
  },
];
