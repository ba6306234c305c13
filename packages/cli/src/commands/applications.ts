// `latchkey app`: applications and their seller keys, in the data folder.
import {
  createApplication,
  listApplications,
  longestOverlapHours,
  renewSellerKey,
  type Administered,
  type CreatedApplication,
} from '@latchkey/service/administration';
import type { CliCall, Command, CommandOption, Output } from '../command.ts';
import { makePrivateFile } from '../private-file.ts';
import { CliProblem, wrongUsage } from '../problem.ts';
import { tableOf } from '../table.ts';

export const dataOption: Readonly<Record<string, CommandOption>> = {
  data: { value: 'DIR', required: true, help: "the service's data folder, as for serve" },
};
export const keyFileOption = {
  'key-file': {
    value: 'FILE',
    help: 'write the seller key to this new file, readable by you alone, instead of showing it',
  },
};
const ownerOption = { value: 'ID', help: '10 letters or digits' };
export const applicationOptions = {
  name: { value: 'NAME', required: true, help: 'of the application' },
  ownerid: { ...ownerOption, help: 'needed where several applications have this name' },
} as const;
export const where = 'It works on the data folder, or on the database that DATABASE_URL names.';

export function placeOf({ given, env }: CliCall) {
  return { dataFolder: given.text('data') ?? '', environment: env };
}

export function valueOf<Value>(result: Administered<Value>): Value {
  if (result.ok) return result.value;
  throw new CliProblem(result.sentence);
}

const create: Command = {
  words: 'app create',
  summary: 'Make an application and its seller key',
  notes: [where, 'The seller key is shown once; the service keeps only its hash.'],
  isLocal: true,
  options: {
    ...dataOption,
    name: { value: 'NAME', required: true, help: 'what the loader is configured with' },
    ownerid: { ...ownerOption, help: `${ownerOption.help}; made up where nothing is said` },
    version: { value: 'TEXT', help: 'the version of your program that may sign in (1.0)' },
    sub: { value: 'NAME', help: 'the first subscription, of level 1 (Default)', formerly: 'plan' },
    'no-sub': {
      help: 'no subscription: license keys give nothing until there is one',
      formerly: 'no-plan',
    },
    ...keyFileOption,
  },
  async run(call) {
    const { given } = call;
    if (given.isOn('no-sub') && given.text('sub') !== undefined)
      throw wrongUsage('Choose one of --sub and --no-sub.');
    const plan = given.isOn('no-sub') ? null : { name: given.text('sub') ?? 'Default', level: '1' };
    return withKeyFile(call, async () =>
      valueOf(
        await createApplication(placeOf(call), {
          name: given.text('name') ?? '',
          ownerid: given.text('ownerid'),
          version: given.text('version') ?? '1.0',
          plan,
        }),
      ),
    );
  },
};

const newKey: Command = {
  words: 'app newkey',
  summary: 'Give an application a new seller key, good from any IP; the old one ends',
  notes: [where, '"app keys" makes seller keys that may do a part only.'],
  isLocal: true,
  options: {
    ...dataOption,
    ...applicationOptions,
    overlap: {
      value: 'HOURS',
      help: 'let the old one go on so long, 24 at most (0: it ends at once)',
    },
    ...keyFileOption,
  },
  run: (call) => {
    const overlap = call.given.whole('overlap', 0, longestOverlapHours);
    return withKeyFile(call, async () =>
      valueOf(
        await renewSellerKey(
          placeOf(call),
          call.given.text('name') ?? '',
          call.given.text('ownerid'),
          overlap,
        ),
      ),
    );
  },
};

async function withKeyFile(
  call: CliCall,
  make: () => Promise<CreatedApplication>,
): Promise<Output> {
  return intoKeyFile(call, make, ({ name, ownerid, publicKey }) => [
    `Application  ${name}`,
    `Owner id     ${ownerid}`,
    `Public key   ${publicKey}`,
  ]);
}

/** Creates the file first, because a key that cannot be written is lost. */
export async function intoKeyFile<Made extends { readonly sellerkey: string }>(
  { given }: CliCall,
  make: () => Promise<Made>,
  linesOf: (made: Made) => readonly string[],
): Promise<Output> {
  const file = given.text('key-file');
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
        ? ['The seller key is not shown again: keep it in a file of mode 600.']
        : []),
    ],
  };
}

const list: Command = {
  words: 'app list',
  summary: 'Show the applications and the public key',
  notes: [where],
  isLocal: true,
  options: dataOption,
  async run(call) {
    const { publicKey, applications } = valueOf(await listApplications(placeOf(call)));
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
