// `latchkey signing-key`: manages the signing keys in the data folder. To change the key without
// downtime, the seller adds a key, ships a loader that trusts both keys, and activates the new key.
// The old key is retired when all loaders trust the new key.
import type { LostData, SigningKeys } from '@latchkey/service/administration';
import type { CliCall, Command, Output } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { dataOption, dataLocationOf, valueOrThrow } from './applications.ts';

const dataFolderNote = 'Works on the data folder, or on the database in DATABASE_URL.';
const restartNote = 'Restart the service, because it reads its keys only at startup.';
const severalMachinesNote =
  'If several machines serve the same data, copy a new key file to all of them, then activate and retire on each.';

const list: Command = {
  words: 'signing-key list',
  summary: 'Lists the signing keys, and how many programs in use know only one of them',
  notes: [
    dataFolderNote,
    'The counts are sign-ins of the last 30 days, once for each user and network. Programs that do not report their keys count as knowing only the oldest one.',
  ],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { listSigningKeys } = await import('@latchkey/service/administration');
    const { keys, signIns } = valueOrThrow(await listSigningKeys(dataLocationOf(call)));
    return {
      document: { success: true, keys, signIns },
      table: tableOf(keys, [
        { title: 'ID', cell: ({ id }) => id },
        { title: 'ROLE', cell: ({ role }) => role },
        { title: 'KNOW ONLY THIS', cell: ({ onlyThis }) => String(onlyThis), right: true },
      ]),
      lines: [
        `Sign-ins of the last 30 days: ${signIns}`,
        ...keys.map(({ id, publicKey }) => `${id}  ${publicKey ?? 'is not on this machine'}`),
      ],
    };
  },
};

const add: Command = {
  words: 'signing-key add',
  summary: 'Adds a signing key, which waits until you activate it',
  notes: [dataFolderNote, severalMachinesNote],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { addSigningKey, listSigningKeys } = await import('@latchkey/service/administration');
    const { id, publicKey } = valueOrThrow(await addSigningKey(dataLocationOf(call)));
    const { keys } = valueOrThrow(await listSigningKeys(dataLocationOf(call)));
    const publicKeys = keys.flatMap((key) => key.publicKey ?? []);
    return {
      document: { success: true, id, publicKey, publicKeys },
      lines: [
        `Added: ${id}`,
        `Public key: ${publicKey}`,
        `Build the loader with "publicKeys": ${JSON.stringify(publicKeys)}, and give it to your users.`,
        'When they have it: latchkey signing-key activate.',
      ],
    };
  },
};

const activate: Command = {
  words: 'signing-key activate',
  summary: 'Activates a waiting signing key, for all programs that know it',
  notes: [
    dataFolderNote,
    severalMachinesNote,
    'Programs that know only an older key get answers signed by that key until it is retired.',
    'Without ID it activates the waiting key.',
  ],
  operands: '[ID]',
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { activateSigningKey, listSigningKeys } =
      await import('@latchkey/service/administration');
    const before = valueOrThrow(await listSigningKeys(dataLocationOf(call)));
    const id = idOf(call, before, 'waiting');
    const { publicKey } = valueOrThrow(await activateSigningKey(dataLocationOf(call), id));
    return {
      document: { success: true, id, publicKey, signIns: before.signIns },
      lines: [
        `Active after the next start: ${id}`,
        restartNote,
        ...before.keys
          .filter((key) => key.id !== id)
          .map((key) => onlyThisKeyLine(key, before.signIns)),
      ],
    };
  },
};

const retire: Command = {
  words: 'signing-key retire',
  summary: 'Retires a signing key; programs that know only this key then refuse the service',
  notes: [
    dataFolderNote,
    'Without ID it retires the previously active key.',
    'The file of the key is deleted.',
  ],
  operands: '[ID]',
  isLocal: true,
  options: { ...dataOption, ...yesOption },
  async run(call): Promise<Output> {
    const { listSigningKeys, retireSigningKey } = await import('@latchkey/service/administration');
    const before = valueOrThrow(await listSigningKeys(dataLocationOf(call)));
    const id = idOf(call, before, 'outgoing');
    const key = before.keys.find((key) => key.id === id);
    if (key !== undefined) call.say(onlyThisKeyLine(key, before.signIns));
    if (!(await confirm(call, `Retire ${id}? Programs that know only this key stop working.`)))
      return { document: { success: false, id, key }, lines: [], hasFailed: true };
    valueOrThrow(await retireSigningKey(dataLocationOf(call), id));
    return {
      document: { success: true, id, onlyThis: key?.onlyThis ?? 0, signIns: before.signIns },
      lines: [`Retired: ${id}`, restartNote],
    };
  },
};

/** Returns lines about data that only the old secret could decrypt, or none if nothing is lost. */
function lostLines({
  secondFactors,
  webhooks,
  shopSecrets,
  tokens,
  mailAddresses,
  shops,
}: LostData): readonly string[] {
  const all = secondFactors + webhooks + shopSecrets + tokens + mailAddresses + shops;
  if (all === 0) return [];
  return [
    'Lost with the old secret:',
    `  two-factor sign-in of ${secondFactors} users: turn it off with "latchkey users disable-2fa"`,
    `  ${webhooks} webhooks and ${tokens} tokens: create them again`,
    `  the setting sellixsecret of ${shopSecrets} applications: set it again`,
    `  e-mails of ${mailAddresses} users and accounts`,
    `  ${shops} connected shops with their orders: add them again`,
  ];
}

function idOf({ args }: CliCall, { keys }: SigningKeys, role: 'waiting' | 'outgoing'): string {
  const named = args.operands[0];
  if (named !== undefined) return named.toLowerCase();
  const [only, ...others] = keys.filter((key) => key.role === role);
  if (only !== undefined && others.length === 0) return only.id;
  const ids = keys.map((key) => `${key.id} (${key.role})`).join(', ');
  throw new CliProblem(
    `${only === undefined ? 'No' : 'More than one'} signing key is ${role}. Give the ID of one: ${ids}.`,
  );
}

function onlyThisKeyLine({ id, onlyThis }: SigningKeys['keys'][number], signIns: number): string {
  return `Of ${signIns} sign-ins of the last 30 days, ${onlyThis} know only ${id}.`;
}

const reset: Command = {
  words: 'signing-key reset',
  summary:
    'Resets the signing key after a loss: accepts the file that is there, or creates a new key',
  notes: [
    'Loaders that trust another key then refuse every answer. They need the public key that is shown.',
    'Works on the data folder, or on the database in DATABASE_URL.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    secret: {
      help: "reset the service's secret too; data sealed with the old one is lost without --old-secret",
    },
    'old-secret': {
      value: 'FILE',
      help: 'file with the old secret; data sealed with it is sealed again',
    },
    ...yesOption,
  },
  async run(call) {
    const question =
      'Loaders in use will refuse this service unless they know the new key. Continue?';
    if (!(await confirm(call, question)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const withSecret = call.args.isOn('secret');
    const oldSecretFile = call.args.text('old-secret');
    if (oldSecretFile !== undefined && !withSecret)
      throw wrongUsage('--old-secret needs --secret.');
    const { resetSigningKey } = await import('@latchkey/service/administration');
    const reset = await resetSigningKey(dataLocationOf(call), { withSecret, oldSecretFile });
    const { publicKey, lost } = valueOrThrow(reset);
    return {
      document: { success: true, publicKey, lost },
      lines: [`Public key: ${publicKey}`, ...(lost === null ? [] : lostLines(lost))],
    };
  },
};

export const signingKeyCommands: readonly Command[] = [list, add, activate, retire, reset];
