// Types that describe a command of the command line, its input and its output.
import type { FailureCode } from '@latchkey/protocol/seller-failures.ts';
import type { Ask, AskAny, PutBytes } from './seller-client.ts';
import type { Table } from './table.ts';

export interface CommandOption {
  readonly help: string;
  /** Placeholder of the value in the help. Absent for a switch. */
  readonly value?: string;
  readonly required?: true;
  /** Former name, which is still accepted but hidden from the help. */
  readonly formerly?: string;
  /** The parameter of the seller API that carries the value. */
  readonly parameter?: string;
  /** Accepted values, as a completion of "It must be". */
  readonly allowed?: string;
  /** Codes with which the service refuses the value, in addition to those of parameters. */
  readonly refusals?: readonly FailureCode[];
}

/** The option or operand that carries a parameter of the seller API. */
export interface ParameterSource {
  readonly name: string;
  readonly allowed?: string | undefined;
}

export interface Command {
  /** The words that select the command, such as "keys add". */
  readonly words: string;
  /** Former words, which are still accepted but hidden from the help. */
  readonly formerly?: string;
  readonly summary: string;
  /** Paragraphs that `--help` shows below the summary. */
  readonly notes?: readonly string[];
  /** As in the help: `<KEY>` is required, `[KEY]` is optional, and `<KEY...>` is repeatable. */
  readonly operands?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Sentences about refusals that say more than those of the catalogue. */
  readonly sentences?: Readonly<Partial<Record<FailureCode, string>>>;
  /** Returns the operand that carries a parameter of the seller API. */
  readonly operandOf?: (parameter: string) => ParameterSource | undefined;
  readonly run: (call: CliCall) => Promise<Output>;
  /**
   * The command calls no service. It has no service options, and `ask` and `put` reject. A function
   * decides it by the options.
   */
  readonly isLocal?: true | ((args: ParsedArguments) => boolean);
}

export interface ParsedArguments {
  readonly operands: readonly string[];
  readonly text: (option: string) => string | undefined;
  readonly isOn: (option: string) => boolean;
  /** Throws a usage error unless the option is absent or an integer within the bounds. */
  readonly integer: (option: string, min: number, max: number) => number | undefined;
}

export interface CliCall {
  readonly args: ParsedArguments;
  readonly ask: Ask;
  /** `ask` for operations that are not known at compile time. */
  readonly askAny: AskAny;
  /** Uploads bytes to a path that the service returned. */
  readonly put: PutBytes;
  /** Prints to stderr. */
  readonly say: (line: string) => void;
  /** Prints data that must not be lost to stdout immediately. Silent with `--json`. */
  readonly printNow: (line: string) => void;
  /** Reports progress, which is shown in a terminal or with `--progress`. */
  readonly progress: (done: number, all: number, what: string) => void;
  /** Stdin, without the line of the seller key. */
  readonly stdin: LineSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  readonly streams: Streams;
  /** Masks the secret in all further output. */
  readonly hide: (secret: string) => void;
}

export interface LineSource {
  /** Reads a line, or null at the end. A terminal shows `prompt` and does not echo the input. */
  readonly secret: (prompt: string) => Promise<string | null>;
  readonly next: () => Promise<string | null>;
  /** Reads stdin to its end. Throws CliProblem for more than about `max` characters. */
  readonly readToEnd: (max: number) => Promise<string>;
}

export interface Output {
  readonly document: object;
  /** Printed without `--json`, before `lines`. */
  readonly table?: Table;
  readonly lines?: readonly string[];
  readonly hasFailed?: boolean;
  /** The command has already printed its output. */
  readonly isPrinted?: true;
}

export interface OutputStream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Streams {
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}
