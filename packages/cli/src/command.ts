// Types of a command: its description, its input and its output. run.ts prints and sets exit codes.
import type { Ask, AskAny, PutBytes } from './seller-client.ts';
import type { Table } from './table.ts';

export interface CommandOption {
  readonly help: string;
  /** Placeholder of the value in the help; switches have none. */
  readonly value?: string;
  readonly required?: true;
  /** Former name: still accepted, but hidden from the help. */
  readonly formerly?: string;
  /** The parameter of the seller API that carries the value. */
  readonly parameter?: string;
  /** What the service accepts; completes "it must be". */
  readonly allowed?: string;
  /** Beginnings of further refusals of the value by the service. */
  readonly refusals?: readonly string[];
}

/** What the user typed for a parameter of the seller API. */
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
  /** The operand that is sent as this parameter of the seller API. */
  readonly operandOf?: (parameter: string) => Typed | undefined;
  readonly run: (call: CliCall) => Promise<Output>;
  /** Contacts no service, so it takes no `--url` and no seller key. */
  readonly isLocal?: true;
}

export interface Given {
  readonly operands: readonly string[];
  readonly text: (option: string) => string | undefined;
  readonly isOn: (option: string) => boolean;
  /** undefined if not given. Throws a usage error unless it is a whole number within the bounds. */
  readonly whole: (option: string, min: number, max: number) => number | undefined;
}

export interface CliCall {
  readonly given: Given;
  readonly ask: Ask;
  /** For types that are not known at compile time. */
  readonly askAny: AskAny;
  /** Uploads bytes to an address from the service. */
  readonly put: PutBytes;
  readonly say: (line: string) => void;
  /** Prints on stdout immediately, for data that must not be lost; silent with `--json`. */
  readonly printNow: (line: string) => void;
  /** Reports progress, which is shown in a terminal or with `--progress`. */
  readonly progress: (done: number, all: number, what: string) => void;
  /** Lines of stdin after the seller key. */
  readonly stdin: LineSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stop: AbortSignal;
  readonly streams: Streams;
  /** Masks this text in all further output. */
  readonly hide: (secret: string) => void;
}

export interface LineSource {
  /** Reads a line; in a terminal shows `prompt` and does not echo. null at the end. */
  readonly secret: (prompt: string) => Promise<string | null>;
  readonly next: () => Promise<string | null>;
  /** Reads the rest. Throws CliProblem if it is longer than `max` characters. */
  readonly rest: (max: number) => Promise<string>;
}

export interface Output {
  readonly document: object;
  /** Printed without `--json`: a table, lines, or both. */
  readonly table?: Table;
  readonly lines?: readonly string[];
  readonly hasFailed?: boolean;
  /** The command has printed its output. */
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
