// `latchkey backup`: copies a data folder while the service runs.
import type { Command } from '../command.ts';
import { dataOption, dataLocationOf, valueOrThrow } from './applications.ts';
import { formatCount } from '../format-count.ts';

export const backupCommand: Command = {
  words: 'backup',
  summary: 'Copies a data folder, even while the service runs',
  notes: [
    'Damaged data is refused, with the age of the last good backup. The copy is read again to verify it.',
    'The copy has the database, the files, the signing key and the secret. It is a complete data folder: "latchkey serve --data" can run it. Keep it as safe as the original.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    out: { value: 'DIR', required: true, help: 'new folder for the copy' },
  },
  async run(call) {
    const { backUpData } = await import('@latchkey/service/administration');
    const report = valueOrThrow(
      await backUpData(dataLocationOf(call), call.args.text('out') ?? '', call),
    );
    const { folder, files, hasSigningKey, hasSecret, open } = report;
    return {
      document: { success: true, ...report },
      lines: [
        `Copied to ${folder}: the database and ${formatCount(files, 'file')}${hasSigningKey ? `, with the signing key${hasSecret ? ' and the secret' : ''}` : ''}. The copy was verified.`,
        ...open,
        ...(hasSigningKey ? [] : ['The signing key is not in the data folder. Copy it yourself.']),
        ...(hasSecret ? [] : ["The service's secret is not in the data folder. Copy it yourself."]),
      ],
    };
  },
};
