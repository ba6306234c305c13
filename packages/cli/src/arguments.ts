// From words to a command and what it is given. The command comes first, then its options and operands in any order.
import { parseArgs } from 'node:util';
import type { Command, CommandOption, Given } from './command.ts';
import { wrongUsage } from './problem.ts';

type Options = Readonly<Record<string, CommandOption>>;

/** Of every command. */
export const commonOptions: Options = {
  json: { help: 'print one JSON document on stdout, everything else on stderr' },
  wide: { help: 'cut nothing in tables' },
  progress: { help: 'show progress on stderr, even where it is no terminal' },
  help: { help: 'show this' },
};

/** Of those that speak to a service. */
export const serviceOptions: Options = {
  url: { value: 'URL', help: 'where the service is, like https://license.example.com' },
  'key-file': {
    value: 'FILE',
    help: 'the file with the seller key, readable by you alone; else LATCHKEY_SELLER_KEY_FILE names it',
  },
  'key-stdin': { help: 'read the seller key from the first line of stdin' },
  timeout: { value: 'SECONDS', help: 'how long to wait for an answer (30)' },
  get: {
    help: 'ask by GET, for services that know no POST; URLs end up in the logs of proxies',
  },
};

function optionsOf(command: Command): Options {
  return {
    ...command.options,
    ...(command.isLocal === true ? {} : serviceOptions),
    ...commonOptions,
  };
}

/** The command whose words `argv` begins with, the longest first, and what follows them. */
export function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): { readonly command: Command; readonly rest: readonly string[] } | undefined {
  for (const length of [3, 2, 1]) {
    const words = argv.slice(0, length).join(' ');
    const command = commands.find((one) => one.words === words || one.formerly === words);
    if (command !== undefined) return { command, rest: argv.slice(length) };
  }
  return undefined;
}

/** Throws wrong usage for what the command does not know, and for what it lacks. */
export function readGiven(command: Command, argv: readonly string[]): Given {
  const options = optionsOf(command);
  const { values: given, positionals } = parse(command, options, argv);
  const values = underNewNames(options, given);
  const isOn = (option: string) => values[option] === true;
  if (!isOn('help')) {
    for (const [name, { required }] of Object.entries(options))
      if (required === true && values[name] === undefined)
        throw wrongUsage(`--${name} is missing.`);
    const { usage, min, max } = command.operands ?? { usage: '', min: 0, max: 0 };
    if (positionals.length < min) throw wrongUsage(`${usage} is missing.`);
    if (positionals.length > max)
      throw wrongUsage(max === 0 ? 'Too many words: it takes options only.' : 'Too many words.');
  }
  const text = (option: string) => {
    const value = values[option];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    operands: positionals,
    text,
    isOn,
    whole: (option, min, max) => wholeOf(option, text(option), min, max),
  };
}

function parse(command: Command, options: Options, argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(options).flatMap(([name, { value, formerly }]) => {
          const kind = { type: value === undefined ? ('boolean' as const) : ('string' as const) };
          return [name, ...(formerly === undefined ? [] : [formerly])].map((one) => [one, kind]);
        }),
      ),
    });
  } catch (error) {
    // SECURITY: the message of parseArgs may repeat what was given, which may be a secret in the wrong place.
    const name = /'(?:-\w, )?(--?[\w-]+)/.exec(error instanceof Error ? error.message : '')?.[1];
    const known = name !== undefined && namesOf(options).includes(name.replace(/^-+/, ''));
    throw wrongUsage(
      known
        ? `${name} is used incorrectly; see "latchkey ${command.words} --help".`
        : `An option is not known; see "latchkey ${command.words} --help".`,
    );
  }
}

function namesOf(options: Options): readonly string[] {
  return Object.entries(options).flatMap(([name, { formerly }]) => [name, formerly ?? name]);
}

/** What was given by an earlier name counts as given by the name of today. */
function underNewNames(options: Options, given: Readonly<Record<string, unknown>>) {
  const values = { ...given };
  for (const [name, { formerly }] of Object.entries(options)) {
    const earlier = formerly === undefined ? undefined : given[formerly];
    if (earlier === undefined) continue;
    if (given[name] !== undefined) throw wrongUsage(`--${name} is given twice.`);
    values[name] = earlier;
  }
  return values;
}

function wholeOf(
  option: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const number = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw wrongUsage(`--${option} must be a whole number from ${min} to ${max}.`);
  return number;
}
