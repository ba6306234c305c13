// `latchkey app create, list, newkey`: manage applications directly in the service's database.
import type { CommandResult, CreatedApplication } from '@latchkey/service/administration';
import { firstVersion } from '@latchkey/protocol/versions.ts';
import type { CliCall, Command, CommandOption, Output } from '../command.ts';
import { confirm, yesOption } from '../confirm.ts';
import { makePrivateFile } from '../private-file.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';

export const dataOption: Readonly<Record<string, CommandOption>> = {
  data: { value: 'DIR', required: true, help: 'data folder of the service' },
};
export const keyFileOption = {
  'key-file': {
    value: 'FILE',
    help: 'write the seller key to this new file, readable only by you, instead of showing it',
  },
};
const ownerOption = { value: 'ID', help: '10 letters or digits' };
export const applicationOptions = {
  name: { value: 'NAME', required: true, help: 'name of the application' },
  ownerid: { ...ownerOption, help: 'owner id, required if several applications have this name' },
} as const;
/** How long a replaced seller key may stay valid, so that it can be replaced everywhere. */
export const maxOverlapHours = 24;
export const dataFolderNote = 'Works on the data folder, or on the database in DATABASE_URL.';

export function dataLocationOf({ args, env }: CliCall) {
  return { dataFolder: args.text('data') ?? '', environment: env };
}

export function valueOrThrow<Value>(result: CommandResult<Value>): Value {
  if (result.ok) return result.value;
  throw new CliProblem(result.sentence);
}

const create: Command = {
  words: 'app create',
  summary: 'Creates an application and its seller key',
  notes: [
    dataFolderNote,
    'The seller key is shown once; the service stores only its hash.',
    'If an application has this name already, it asks, unless you add --yes or --ownerid.',
  ],
  isLocal: true,
  options: {
    ...dataOption,
    ...yesOption,
    name: {
      value: 'NAME',
      required: true,
      help: "name of the application, for the loader's configuration",
    },
    ownerid: { ...ownerOption, help: `${ownerOption.help} (default: random)` },
    version: { value: 'TEXT', help: `loader version that may sign in (default: ${firstVersion})` },
    sub: {
      value: 'NAME',
      help: 'name of the first subscription, with level 1 (default: "Default")',
      formerly: 'plan',
    },
    'no-sub': {
      help: 'add no subscription; license keys give nothing until you add one',
      formerly: 'no-plan',
    },
    ...keyFileOption,
  },
  async run(call) {
    const { args } = call;
    if (args.isOn('no-sub') && args.text('sub') !== undefined)
      throw wrongUsage('Use either --sub or --no-sub, not both.');
    const firstSubscription = args.isOn('no-sub')
      ? null
      : { name: args.text('sub') ?? 'Default', level: '1' };
    if (!(await confirmSameName(call)))
      return { document: { success: false, message: 'Nothing was done.' }, hasFailed: true };
    const { createApplication } = await import('@latchkey/service/administration');
    return applicationOutput(call, async () =>
      valueOrThrow(
        await createApplication(dataLocationOf(call), {
          name: args.text('name') ?? '',
          ownerid: args.text('ownerid'),
          version: args.text('version') ?? firstVersion,
          plan: firstSubscription,
        }),
      ),
    );
  },
};

/** Asks before a second application gets the same name, because that is usually a mistake. */
async function confirmSameName(call: CliCall): Promise<boolean> {
  const { args, say } = call;
  if (args.text('ownerid') !== undefined || args.isOn('yes')) return true;
  const name = args.text('name') ?? '';
  const { ownersOfName } = await import('@latchkey/service/administration');
  const owners = valueOrThrow(await ownersOfName(dataLocationOf(call), name));
  if (owners.length === 0) return true;
  say(`An application called "${name}" already exists (owner id ${owners.join(', ')}).`);
  return confirm(call, 'Create another one?');
}

const newKey: Command = {
  words: 'app newkey',
  summary: 'Replaces the seller key of an application; the new key works from any IP',
  notes: [dataFolderNote, '"app keys add" adds seller keys with a limited scope.'],
  isLocal: true,
  options: {
    ...dataOption,
    ...applicationOptions,
    overlap: {
      value: 'HOURS',
      help: 'hours that the old key stays valid, at most 24 (default: 0)',
    },
    ...keyFileOption,
  },
  async run(call) {
    const overlap = call.args.integer('overlap', 0, maxOverlapHours);
    const { renewSellerKey } = await import('@latchkey/service/administration');
    return applicationOutput(call, async () =>
      valueOrThrow(
        await renewSellerKey(
          dataLocationOf(call),
          call.args.text('name') ?? '',
          call.args.text('ownerid'),
          overlap,
        ),
      ),
    );
  },
};

async function applicationOutput(
  call: CliCall,
  make: () => Promise<CreatedApplication>,
): Promise<Output> {
  return outputWithKeyFile(call, make, ({ name, ownerid, publicKey }) => [
    `Application  ${name}`,
    `Owner id     ${ownerid}`,
    `Public key   ${publicKey}`,
  ]);
}

/** Creates the file before the key, because a key that cannot be written would be lost. */
export async function outputWithKeyFile<Made extends { readonly sellerkey: string }>(
  { args }: CliCall,
  make: () => Promise<Made>,
  linesOf: (application: Made) => readonly string[],
): Promise<Output> {
  const file = args.text('key-file');
  const reserved = file === undefined ? undefined : makePrivateFile(file);
  let made: Made;
  try {
    made = await make();
  } catch (error) {
    reserved?.discard();
    throw error;
  }
  const { sellerkey, ...shown } = made;
  reserved?.write([`${sellerkey}\n`]);
  reserved?.close();
  const key = file === undefined ? { sellerkey } : { sellerkeyFile: file };
  return {
    document: { success: true, ...shown, ...key },
    lines: [
      ...linesOf(made),
      file === undefined ? `Seller key   ${sellerkey}` : `Seller key   in ${file}`,
      ...(file === undefined
        ? ['The seller key is not shown again. Save it in a file that only you can read.']
        : []),
    ],
  };
}

const list: Command = {
  words: 'app list',
  summary: 'Lists the applications and shows the public key',
  notes: [dataFolderNote],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { listApplications } = await import('@latchkey/service/administration');
    const { publicKey, applications } = valueOrThrow(await listApplications(dataLocationOf(call)));
    return {
      document: { publicKey, applications },
      table: tableOf(applications, [
        { title: 'NAME', cell: ({ name }) => name },
        { title: 'OWNER ID', cell: ({ ownerid }) => ownerid },
        { title: 'VERSION', cell: ({ version }) => version },
        { title: 'STATE', cell: stateOf },
        {
          title: 'CREATED',
          cell: ({ createdAt }) => new Date(createdAt * 1000).toISOString().slice(0, 10),
        },
        { title: 'ID', cell: ({ id }) => id },
      ]),
      lines: [`Public key: ${publicKey}`],
    };
  },
};

function stateOf({ isEnabled, isPaused }: { isEnabled: boolean; isPaused: boolean }): string {
  if (!isEnabled) return 'disabled';
  return isPaused ? 'paused' : 'on';
}

export const applicationCommands: readonly Command[] = [create, list, newKey];
