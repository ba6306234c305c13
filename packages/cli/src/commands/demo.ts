// `latchkey demo keep`: turns the data of a demo into data that a seller can use.
import type { KeptDemo } from '@latchkey/service/administration';
import type { Command } from '../command.ts';
import {
  dataFolderNote,
  dataLocationOf,
  dataOption,
  keyFileOption,
  outputWithKeyFile,
  valueOrThrow,
} from './applications.ts';

export const demoKeepCommand: Command = {
  words: 'demo keep',
  summary: 'Keeps a demo: replaces its public passwords and keys, so that it starts without --demo',
  notes: [
    dataFolderNote,
    'The new passwords and keys are shown once. Users and keys that you added stay unchanged.',
  ],
  isLocal: true,
  options: { ...dataOption, ...keyFileOption },
  run: (call) =>
    outputWithKeyFile(
      call,
      async () => {
        const { keepDemo } = await import('@latchkey/service/administration');
        return valueOrThrow(await keepDemo(dataLocationOf(call)));
      },
      linesOf,
    ),
};

function linesOf({
  name,
  ownerid,
  publicKey,
  owner,
  users,
  licenses,
}: KeptDemo): readonly string[] {
  return [
    `Application  ${name}`,
    `Owner id     ${ownerid}`,
    `Public key   ${publicKey}`,
    'New passwords, shown once:',
    ...(owner === null ? [] : [`  ${owner.name}, who signs in to the desk: ${owner.password}`]),
    ...users.map(({ username, password, totpSecret }) => {
      const codes = totpSecret === null ? '' : `, one-time code secret ${totpSecret}`;
      return `  ${username}: ${password}${codes}`;
    }),
    'New license keys:',
    ...licenses.map(({ before, key }) => `  ${key} (was ${before})`),
  ];
}
