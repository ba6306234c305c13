// `latchkey backup`: copies a data folder while the service runs.
import { backUpData } from '@latchkey/service/administration';
import type { Command } from '../command.ts';
import { dataOption, placeOf, valueOf } from './applications.ts';
import { howMany } from '../how-many.ts';

export const backupCommand: Command = {
  words: 'backup',
  summary: 'Copy a data folder, while the service may be running',
  notes: [
    'What is damaged is refused, with the age of the last good backup; the copy is read before it counts.',
    'The copy holds the database, the files, the signing key and the secret, and is a data folder itself: "latchkey serve --data" with it is the service of that moment. Keep it as safe as the original.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    out: { value: 'DIR', required: true, help: 'a new folder for the copy' },
  },
  async run(call) {
    const report = valueOf(await backUpData(placeOf(call), call.given.text('out') ?? '', call));
    const { folder, files, hasSigningKey, hasSecret, open } = report;
    return {
      document: { success: true, ...report },
      lines: [
        `Copied to ${folder}: the database and ${howMany(files, 'file')}${hasSigningKey ? `, with the signing key${hasSecret ? ' and the secret' : ''}` : ''}. It was read again and is whole.`,
        ...open,
        ...(hasSigningKey ? [] : ['The signing key is not in the data folder: copy it yourself.']),
        ...(hasSecret ? [] : ["The service's secret is not in the data folder: copy it yourself."]),
      ],
    };
  },
};
