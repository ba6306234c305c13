// Parses the arguments of the service and of the command line with commander. Errors repeat no
// argument except the name of an unknown option.
import { Command, CommanderError, type ErrorOptions } from 'commander';

type Writers = Readonly<Record<'stdout' | 'stderr', { write: (text: string) => unknown }>>;

export class ArgumentParser extends Command {
  override createCommand(name?: string): ArgumentParser {
    return new ArgumentParser(name);
  }

  /** Treats an option's value as missing if it begins with a dash. Such a value must follow `=`. */
  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    for (const [index, word] of argv.entries()) {
      if (word === '--') break;
      const option = this.options.find(({ long, required }) => required && long === word);
      if (option !== undefined && /^-./.test(argv[index + 1] ?? ''))
        this.error(`error: option '${option.flags}' argument missing`);
    }
    const { operands, unknown } = super.parseOptions(argv);
    // Without the value, commander can suggest an option with a similar name.
    return { operands, unknown: this.commands.length > 0 ? unknown : unknown.map(withoutValue) };
  }

  override error(message: string, { code = '' }: ErrorOptions = {}): never {
    const isBeforeCommand = code === 'commander.unknownOption' && this.commands.length > 0;
    const name = nameOf(message);
    return this.refuse(
      isBeforeCommand
        ? `Options come after the command${name === null ? '' : `: ${name}`}.`
        : sentenceOf(message, code),
    );
  }

  /** Ends `run` with exit code 2. */
  refuse(sentence: string): never {
    const usage = this.createHelp().commandUsage(this);
    return super.error(`${sentence}\nUsage: ${usage}\nAdd --help for more.`, { exitCode: 2 });
  }

  /** Runs the command that `argv` names. Returns 0 after a command or help, 2 for wrong usage. */
  async run(argv: readonly string[]): Promise<0 | 2> {
    try {
      // Node replaces bytes of an argument that are not UTF-8, so two names could become one.
      if (argv.some((word) => /[\uFFFD\p{Cs}]/u.test(word)))
        this.refuse(
          'An argument is not UTF-8 text. Set the encoding of the terminal to UTF-8, or use stdin where the command offers it.',
        );
      await this.parseAsync(argv, { from: 'user' });
      return 0;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      return error.exitCode === 0 ? 0 : 2;
    }
  }
}

export function argumentParser(name: string, { stdout, stderr }: Writers): ArgumentParser {
  return new ArgumentParser(name).exitOverride().configureOutput({
    writeOut: (text) => stdout.write(text),
    writeErr: (text) => stderr.write(text),
  });
}

function withoutValue(argument: string): string {
  return argument.startsWith('--') ? argument.replace(/=.*$/s, '') : argument;
}

/**
 * Returns the name of the unknown option, or null.
 * SECURITY: an argument that begins with a dash may be a secret. Only a word that looks like the
 * name of an option is repeated, and never its value.
 */
function nameOf(message: string): string | null {
  const pattern = /^error: unknown option '(--?[a-z][a-z-]{0,30}[0-9]?)'(?:\n|$)/;
  return pattern.exec(message)?.[1] ?? null;
}

/**
 * Rewrites commander's errors.
 * SECURITY: they repeat arguments, which may be secrets. Only names of options remain.
 */
function sentenceOf(message: string, code: string): string {
  const [, names] = /\n\(Did you mean (?:one of )?([^\n]*)\?\)$/.exec(message) ?? [];
  const hint = names === undefined ? '' : ` Did you mean ${names.replace(/, (?!.*,)/, ' or ')}?`;
  if (code === 'commander.unknownCommand') return `There is no such command.${hint}`;
  if (code === 'commander.unknownOption') {
    const name = nameOf(message);
    return `There is no ${name === null ? 'such option' : `option ${name}`}.${hint}`;
  }
  if (code === 'commander.excessArguments') return 'There are too many arguments.';
  const [, operand] = /^error: missing required argument '([^']*)'$/.exec(message) ?? [];
  if (operand !== undefined) return `${operand} is missing.`;
  const [, name, value, reason] =
    /^error: option '(--[\w-]+) ([<[][^']*[>\]])' argument (?:missing$|'.*' is invalid\. (.*)$)/s.exec(
      message,
    ) ?? [];
  if (name === undefined) return 'The arguments cannot be understood.';
  return reason === undefined
    ? `${name} needs a value: ${name} ${value}, or ${name}=${value} where it begins with a dash.`
    : `${name} ${reason}`;
}
