// Registers the groups, options, operands and help of commands with commander.
import { readFileSync } from 'node:fs';
import { ArgumentParser, argumentParser } from '@latchkey/service/command-line';
import type { Command, CommandOption, ParsedArguments, Streams } from './command.ts';
import { wrongUsage } from './problem.ts';

type Options = Readonly<Record<string, CommandOption>>;
type RunCommand = (args: ParsedArguments) => Promise<void>;

const commonOptions: Options = {
  json: { help: 'print one JSON document to stdout, and everything else to stderr' },
  wide: { help: 'do not truncate tables' },
  progress: { help: 'show progress on stderr even if it is not a terminal' },
};

export const serviceOptions: Options = {
  url: {
    value: 'URL',
    help: 'URL of the service, such as https://license.example.com (default: $LATCHKEY_URL)',
  },
  'key-file': {
    value: 'FILE',
    help: 'file with the seller key, readable only by you (default: $LATCHKEY_SELLER_KEY_FILE)',
  },
  'key-stdin': { help: 'read the seller key from the first line of stdin' },
  timeout: { value: 'SECONDS', help: 'seconds to wait for an answer (default: 30)' },
  get: {
    help: 'use GET, for services without POST; proxies log the seller key in the URLs',
  },
};

/** The version of this package. */
function ownVersion(): string {
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }; // npm requires it
  return version;
}

export function emptyProgram(streams: Streams): ArgumentParser {
  const program = argumentParser('latchkey', streams);
  program.helpOption('-h, --help', 'show this help');
  // Commands have an option of the same name, which must come after them.
  program.enablePositionalOptions();
  program.version(`latchkey ${ownVersion()}`, '-V, --version', 'show the version');
  program.helpCommand('help [command]', 'Shows the help of a command');
  const help = program.createHelp();
  return program.configureHelp({
    styleUsage: (usage) => help.boxWrap(usage, 73),
    subcommandTerm: (one) => one.name(),
    // A group has no description, so the help lists its commands.
    subcommandDescription: (one) =>
      one.summary() ||
      one.description() ||
      help
        .visibleCommands(one)
        .map((each) => each.name())
        .join(', '),
  });
}

export function addCommand(program: ArgumentParser, command: Command, run: RunCommand): void {
  addAs(program, command.words, command, run);
  if (command.formerly !== undefined) addAs(program, command.formerly, command, run);
}

function addAs(program: ArgumentParser, words: string, command: Command, run: RunCommand): void {
  const { summary, notes = [], operands = '', options = {}, isLocal } = command;
  const names = words.split(' ');
  const name = names.pop() ?? '';
  const subcommand = names
    .reduce(groupIn, program)
    .command(`${name} ${operands}`, { hidden: words !== command.words })
    .summary(summary)
    .description([`${summary}.`, ...notes].join('\n'));
  const requiredOptions = Object.entries(options).filter(([, { required }]) => required === true);
  subcommand.usage(
    [
      ...requiredOptions.map(([option, { value }]) => flagsOf(option, value)),
      subcommand.usage(),
    ].join(' '),
  );
  addOptions(subcommand, 'Options:', { ...options, ...commonOptions });
  if (isLocal !== true) addOptions(subcommand, 'Service options:', serviceOptions);
  subcommand.action(() => run(argumentsOf(subcommand, options)));
}

function groupIn(parent: ArgumentParser, name: string): ArgumentParser {
  const group = parent.commands.find((command) => command.name() === name);
  return group instanceof ArgumentParser ? group : parent.command(name).helpCommand(false);
}

function flagsOf(name: string, value: string | undefined): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

function addOptions(subcommand: ArgumentParser, title: string, options: Options): void {
  for (const [name, { value, help, formerly }] of Object.entries(options))
    for (const one of [name, formerly ?? []].flat()) {
      const option = subcommand.createOption(flagsOf(one, value), help).helpGroup(title);
      // `--no-sub` is a separate switch, not commander's negation of `--sub`.
      Object.assign(option, { negate: false, attributeName: () => one });
      subcommand.addOption(option.hideHelp(one !== name));
    }
}

function argumentsOf(subcommand: ArgumentParser, options: Options): ParsedArguments {
  const valueOf = (name: string): unknown => subcommand.getOptionValue(name);
  for (const [name, { value, required, formerly = '' }] of Object.entries(options)) {
    const formerValue = valueOf(formerly);
    if (formerValue !== undefined && valueOf(name) !== undefined)
      subcommand.refuse(`Use either --${name} or --${formerly}, not both.`);
    if (formerValue !== undefined) subcommand.setOptionValue(name, formerValue);
    if (required === true && valueOf(name) === undefined)
      subcommand.refuse(`${flagsOf(name, value)} is missing.`);
  }
  const text = (option: string) => {
    const value = valueOf(option);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    operands: subcommand.args,
    text,
    isOn: (option) => valueOf(option) === true,
    integer: (option, min, max) => integerOption(option, text(option), min, max),
  };
}

function integerOption(
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
