// `latchkey move`: moves the data of a service from SQLite to PostgreSQL, or back.
import type { Command } from '../command.ts';
import { formatCount } from '../format-count.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { dataLocationOf, dataOption, valueOrThrow } from './applications.ts';

export const moveCommand: Command = {
  words: 'move',
  summary: 'Moves the data from SQLite to PostgreSQL, or back',
  notes: [
    'Stop the service first. The environment variable NAME has the URL of the PostgreSQL database, because other users of this machine see arguments.',
    'The target must be empty. All rows are copied and compared in one transaction, so an interrupted move leaves nothing and can be repeated. Files and keys stay in the data folder, and sessions continue.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    'to-env': { value: 'NAME', help: 'move to the PostgreSQL database that this variable names' },
    'from-env': { value: 'NAME', help: 'move from that database to SQLite in the data folder' },
  },
  async run(call) {
    const { args, env, stop } = call;
    const [to, from] = [args.text('to-env'), args.text('from-env')];
    const name = to ?? from;
    if (name === undefined || (to !== undefined && from !== undefined))
      throw wrongUsage('Use either --to-env or --from-env.');
    const databaseUrl = env[name] ?? '';
    if (databaseUrl === '') throw new CliProblem(`The environment variable ${name} is not set.`);
    const { moveData } = await import('@latchkey/service/administration');
    const { dataFolder } = dataLocationOf(call);
    const direction = to === undefined ? 'to SQLite' : 'to PostgreSQL';
    const options = { dataFolder, databaseUrl, stop, progress: call.progress };
    const report = valueOrThrow(await moveData(direction, options));
    const { tables, rows, kept } = report;
    return {
      document: { success: true, ...report },
      lines: [
        `Moved ${formatCount(rows, 'row')} of ${formatCount(tables, 'table')}, and compared all of them.`,
        ...(kept === null
          ? [
              'Start the service without DATABASE_URL. The PostgreSQL database is unchanged. Delete it when everything works.',
            ]
          : [
              `Start the service with this URL in DATABASE_URL, and the path of its signing key in LATCHKEY_SIGNING_KEY_FILE.`,
              `The old database is kept as ${kept}. Delete it when everything works.`,
            ]),
      ],
    };
  },
};
