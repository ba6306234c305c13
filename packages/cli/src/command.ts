// Types of a command: description, input and output.
import type { Ask, AskAny, PutBytes } from './seller-client.ts';
import type { Table } from './table.ts';

export interface CommandOption {
  readonly help: string;
  /** Placeholder of the value in the help; absent for switches. */
  readonly value?: string;
  readonly required?: true;
  /** Former name: still accepted, but hidden from the help. */
  readonly formerly?: string;
  /** The parameter of the seller API that carries the value. */
  readonly parameter?: string;
  /** Accepted values; completes "It must be". */
  readonly allowed?: string;
  /** Prefixes of other messages with which the service refuses the value. */
  readonly refusals?: readonly string[];
}

/** The option or operand that carries a parameter of the seller API. */
export interface Typed {
  readonly name: string;
  readonly allowed?: string | undefined;
}

export interface Command {
  /** The words that select the command, such as "keys add". */
  readonly words: string;
  /** Former words: still accepted, but hidden from the help. */
  readonly formerly?: string;
  readonly summary: string;
  /** Paragraphs that `--help` shows below the summary. */
  readonly notes?: readonly string[];
  /** In the form of the help: `<KEY>` is required, `[KEY]` optional, `<KEY...>` repeatable. */
  readonly operands?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** The operand that carries this parameter of the seller API. */
  readonly operandOf?: (parameter: string) => Typed | undefined;
  readonly run: (call: CliCall) => Promise<Output>;
  /** Gets no service options; `ask` and `put` reject. */
  readonly isLocal?: true;
}

export interface Given {
  readonly operands: readonly string[];
  readonly text: (option: string) => string | undefined;
  readonly isOn: (option: string) => boolean;
  /** undefined if absent. Throws a usage error unless the value is an integer within the bounds. */
  readonly whole: (option: string, min: number, max: number) => number | undefined;
}

export interface CliCall {
  readonly given: Given;
  readonly ask: Ask;
  /** Like `ask`, for operations that are not known at compile time. */
  readonly askAny: AskAny;
  /** Uploads bytes to a path that the service returned. */
  readonly put: PutBytes;
  /** Prints to stderr. */
  readonly say: (line: string) => void;
  /** Prints to stdout immediately, for data that must not be lost; silent with `--json`. */
  readonly printNow: (line: string) => void;
  /** Reports progress, shown in a terminal or with `--progress`. */
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
  /** Reads a line; null at the end. In a terminal, shows `prompt` and does not echo the input. */
  readonly secret: (prompt: string) => Promise<string | null>;
  readonly next: () => Promise<string | null>;
  /** Reads stdin to its end. Throws CliProblem for more than about `max` characters. */
  readonly rest: (max: number) => Promise<string>;
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

export interface Writer {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface Streams {
  readonly stdin: AsyncIterable<string | Uint8Array> & { readonly isTTY?: boolean | undefined };
  readonly stdout: Writer;
  readonly stderr: Writer;
}
