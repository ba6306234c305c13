// What a command is, what it is given and what it comes to. Printing and exit codes are not its business.
import type { Ask, AskAny, PutBytes } from './seller-client.ts';
import type { Table } from './table.ts';

export interface CommandOption {
  readonly help: string;
  /** What stands for its value in the help; a switch has none. */
  readonly value?: string;
  readonly required?: true;
  /** What it was called before: still understood, and shown nowhere. */
  readonly formerly?: string;
}

export interface Command {
  /** Like "keys add". */
  readonly words: string;
  /** What it was called before: still understood, and shown nowhere. */
  readonly formerly?: string;
  readonly summary: string;
  /** More for `--help`, a paragraph each. */
  readonly notes?: readonly string[];
  /** As the help shows them: `<KEY>`, `[KEY]` where it may be missing, `<KEY...>` for several. */
  readonly operands?: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  readonly run: (call: CliCall) => Promise<Output>;
  /** It does not speak to a service: without `--url` and a seller key. */
  readonly isLocal?: true;
}

export interface Given {
  readonly operands: readonly string[];
  readonly text: (option: string) => string | undefined;
  readonly isOn: (option: string) => boolean;
  /** undefined where it is not given. Throws wrong usage for what is no whole number in the bounds. */
  readonly whole: (option: string, min: number, max: number) => number | undefined;
}

export interface CliCall {
  readonly given: Given;
  readonly ask: Ask;
  /** For types that only the user knows. */
  readonly askAny: AskAny;
  /** Bytes to an address that the service gave. */
  readonly put: PutBytes;
  /** A line for people; never on stdout. */
  readonly say: (line: string) => void;
  /** On stdout at once, for what must not be lost; nothing with `--json`. */
  readonly printNow: (line: string) => void;
  /** How far long work is; shown where somebody is looking, or asked for it. */
  readonly progress: (done: number, all: number, what: string) => void;
  /** Lines of stdin, after that of the seller key. */
  readonly stdin: LineSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user wants it to end. */
  readonly stop: AbortSignal;
  readonly streams: Streams;
  /** From now on this text is never written. */
  readonly hide: (secret: string) => void;
}

export interface LineSource {
  /** Without echo where somebody types it; `prompt` is shown then. null: the end. */
  readonly secret: (prompt: string) => Promise<string | null>;
  readonly next: () => Promise<string | null>;
  /** Everything that is left. Throws CliProblem where it is more than `max` bytes. */
  readonly rest: (max: number) => Promise<string>;
}

export interface Output {
  /** What `--json` prints. */
  readonly document: object;
  /** What people see: a table, lines, or both. */
  readonly table?: Table;
  readonly lines?: readonly string[];
  /** Exit code 1, although there is something to print. */
  readonly hasFailed?: boolean;
  /** Already printed, in the form that was asked for. */
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
