// `latchkey drill`: proves that a backup can be restored and served.
import type { DrillReport } from '@latchkey/service/administration';
import type { Command } from '../command.ts';
import { countLine, documentOf, lineOf } from '../finding-lines.ts';
import { formatCount } from '../format-count.ts';
import { dataLocationOf, dataOption, valueOrThrow } from './applications.ts';

export const drillCommand: Command = {
  words: 'drill',
  summary: 'Restores a backup to a temporary place, and runs a service on it',
  notes: [
    'It compares the restored data with the backup. Then a new user of each application redeems a key and signs in. It sends no webhooks, and changes neither the backup nor the data.',
    'LATCHKEY_DRILL_DATABASE_URL names a PostgreSQL server for the dump of a database (latchkey.dump).',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    from: {
      value: 'DIR',
      help: 'a backup, or a folder with backups, of which the newest is used (default: the last backup)',
    },
    temporary: {
      value: 'DIR',
      help: "existing folder for the restored data (default: the system's temporary folder)",
    },
  },
  async run(call) {
    const { drillBackup } = await import('@latchkey/service/administration');
    const { args, env, stop } = call;
    const report = valueOrThrow(
      await drillBackup(dataLocationOf(call), {
        from: args.text('from'),
        temporary: args.text('temporary'),
        drillDatabaseUrl: env['LATCHKEY_DRILL_DATABASE_URL'] || undefined,
        stop,
      }),
    );
    const problems = report.findings.filter(({ isOk }) => !isOk).length;
    return {
      document: {
        success: problems === 0,
        ...report,
        findings: report.findings.map(documentOf),
      },
      lines: [...report.findings.map(lineOf), ...summary(report), countLine(problems)],
      hasFailed: problems > 0,
    };
  },
};

function summary({ backup, takenAt, minutes, lost }: DrillReport): readonly string[] {
  if (backup === null || takenAt === null) return [];
  return [
    `Backup of ${takenAt.slice(0, 16).replace('T', ' ')}Z: ${backup}`,
    `The drill took ${minutes} minutes.`,
    lost === null
      ? 'What a restore would lose is unknown.'
      : `A restore would lose ${formatCount(lost.applications, 'application')}, ${formatCount(lost.users, 'user')}, ${formatCount(lost.licenses, 'license key')} and ${formatCount(lost.redeemed, 'redeemed key')} since then.`,
  ];
}
