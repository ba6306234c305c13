// `latchkey signing-key`: the signing keys in the data folder. To change a key without downtime:
// add, ship a loader with both keys, activate and, when no loader trusts only the old one, retire.
import {
  activateSigningKey,
  addSigningKey,
  listSigningKeys,
  resetSigningKey,
  retireSigningKey,
  type Lost,
  type SigningKeys,
} from '@latchkey/service/administration';
import type { CliCall, Command, Output } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';
import { dataOption, placeOf, valueOf } from './applications.ts';

const where = 'It works on the data folder, or on the database that DATABASE_URL names.';
const restart = 'Restart the service: it reads its keys when it starts.';
const everywhere =
  'Where several machines serve the same data: copy a new key file to all, then activate and retire on each.';

const list: Command = {
  words: 'signing-key list',
  summary: 'Show the signing keys, and how many programs in use know only one of them',
  notes: [
    where,
    'Counted are the sign-ins of the last 30 days, each user once for each network. Programs that do not say which keys they know count as knowing the oldest one alone.',
  ],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { keys, signIns } = valueOf(await listSigningKeys(placeOf(call)));
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
  summary: 'Make a further signing key, which waits for its turn',
  notes: [where, everywhere],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { id, publicKey } = valueOf(await addSigningKey(placeOf(call)));
    const { keys } = valueOf(await listSigningKeys(placeOf(call)));
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
  summary: 'Let a waiting signing key sign from now on, for all who know it',
  notes: [
    where,
    everywhere,
    'Programs that know only an older key are answered with that one until it is retired.',
    'Without ID: the one that waits.',
  ],
  operands: '[ID]',
  isLocal: true,
  options: dataOption,
  async run(call) {
    const before = valueOf(await listSigningKeys(placeOf(call)));
    const id = idOf(call, before, 'waiting');
    const { publicKey } = valueOf(await activateSigningKey(placeOf(call), id));
    return {
      document: { success: true, id, publicKey, signIns: before.signIns },
      lines: [
        `Active from the next start on: ${id}`,
        restart,
        ...before.keys.filter((key) => key.id !== id).map((key) => onlyOne(key, before.signIns)),
      ],
    };
  },
};

const retire: Command = {
  words: 'signing-key retire',
  summary: 'End a signing key: programs that know no other one refuse the service',
  notes: [where, 'Without ID: the one that was active before.', 'Its file is removed.'],
  operands: '[ID]',
  isLocal: true,
  options: { ...dataOption, ...yesOption },
  async run(call): Promise<Output> {
    const before = valueOf(await listSigningKeys(placeOf(call)));
    const id = idOf(call, before, 'outgoing');
    const key = before.keys.find((one) => one.id === id);
    if (key !== undefined) call.say(onlyOne(key, before.signIns));
    if (!(await confirm(call, `Retire ${id}? Programs that know only this key stop working.`)))
      return { document: { success: false, id, key }, lines: [], hasFailed: true };
    valueOf(await retireSigningKey(placeOf(call), id));
    return {
      document: { success: true, id, onlyThis: key?.onlyThis ?? 0, signIns: before.signIns },
      lines: [`Retired: ${id}`, restart],
    };
  },
};

/** Empty if everything was sealed with the new secret. */
function lostLines({
  secondFactors,
  webhooks,
  shopSecrets,
  tokens,
  mailAddresses,
}: Lost): readonly string[] {
  const all = secondFactors + webhooks + shopSecrets + tokens + mailAddresses;
  if (all === 0) return [];
  return [
    'With the old secret went:',
    `  second factors of ${secondFactors} users: turn them off with "latchkey users disable-2fa"`,
    `  ${webhooks} webhooks and ${tokens} tokens: make them anew`,
    `  the setting sellixsecret of ${shopSecrets} applications: set it anew`,
    `  e-mails of ${mailAddresses} users and accounts`,
  ];
}

function idOf({ given }: CliCall, { keys }: SigningKeys, role: 'waiting' | 'outgoing'): string {
  const named = given.operands[0];
  if (named !== undefined) return named.toLowerCase();
  const [only, ...others] = keys.filter((key) => key.role === role);
  if (only !== undefined && others.length === 0) return only.id;
  const ids = keys.map((key) => `${key.id} (${key.role})`).join(', ');
  throw new CliProblem(
    `${only === undefined ? 'No' : 'More than one'} signing key is ${role}. Name one: ${ids}.`,
  );
}

function onlyOne({ id, onlyThis }: SigningKeys['keys'][number], signIns: number): string {
  return `Of ${signIns} sign-ins of the last 30 days, ${onlyThis} know only ${id}.`;
}

const reset: Command = {
  words: 'signing-key reset',
  summary: 'After a loss: take the key that is there for the one of this data, or make a new one',
  notes: [
    'Loaders that trust another key refuse every answer from then on: they need the public key that is shown.',
    'It works on the data folder, or on the database that DATABASE_URL names.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    secret: { help: "the same for the service's secret; what the old one sealed is lost, but for" },
    'old-secret': { value: 'FILE', help: 'the secret before: what it sealed is sealed anew' },
    ...yesOption,
  },
  async run(call) {
    const question = 'Loaders in use will refuse this service unless they know the new key. Go on?';
    if (!(await confirm(call, question)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const withSecret = call.given.isOn('secret');
    const oldSecretFile = call.given.text('old-secret');
    if (oldSecretFile !== undefined && !withSecret)
      throw wrongUsage('--old-secret goes with --secret.');
    const reset = await resetSigningKey(placeOf(call), { withSecret, oldSecretFile });
    const { publicKey, lost } = valueOf(reset);
    return {
      document: { success: true, publicKey, lost },
      lines: [`Public key: ${publicKey}`, ...(lost === null ? [] : lostLines(lost))],
    };
  },
};

export const signingKeyCommands: readonly Command[] = [list, add, activate, retire, reset];
