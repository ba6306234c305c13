// Reads stdin line by line, and reads secrets from a terminal without echo.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { LineSource, Streams } from './command.ts';
import { decodeUtf8, faultSentence } from '@latchkey/protocol/utf8.ts';
import { CliProblem } from './problem.ts';

const maxLineBytes = 1_000_000;
const lineFeed = 0x0a;

/** Opens stdin at the first read. `close` releases stdin, so that the process can exit. */
export function readLines(streams: Streams): LineSource & { readonly close: () => Promise<void> } {
  const source = openSource(streams);
  const next = async () => {
    const bytes = await source.nextLine();
    return bytes === null ? null : textOf(bytes, source.line - 1).replace(/\r?\n$/, '');
  };
  return {
    next,
    secret: async (prompt) =>
      streams.stdin.isTTY === true ? promptSecret(prompt, streams) : next(),
    readToEnd: async (max) => textOf(await source.rest(max), source.line),
    close: () => source.close(),
  };
}

/** `line` is the number of the first line in `bytes`. */
function textOf(bytes: Uint8Array, line: number): string {
  const decoded = decodeUtf8(bytes);
  if (decoded.ok) return decoded.text;
  throw new CliProblem(faultSentence('Stdin', { ...decoded, line: decoded.line + line - 1 }));
}

/** Does not copy a single piece, because each of its many lines would copy it again. */
function joinedOf(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

/** Splits stdin into lines before it decodes them, because a chunk may end within a character. */
function openSource(streams: Streams) {
  let chunks: AsyncIterator<string | Uint8Array> | null = null;
  let pieces: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  /** Returns the new piece, or null at the end. */
  const more = async (): Promise<Uint8Array | null> => {
    chunks ??= streams.stdin[Symbol.asyncIterator]();
    const result: IteratorResult<string | Uint8Array, unknown> = await chunks.next();
    if (result.done === true) return null;
    const piece = typeof result.value === 'string' ? Buffer.from(result.value) : result.value;
    pieces.push(piece);
    size += piece.length;
    return piece;
  };
  const keep = (rest: Uint8Array) => {
    pieces = rest.length === 0 ? [] : [rest];
    size = rest.length;
  };
  return {
    /** The number of the next line, from 1. */
    get line() {
      return line;
    },
    /** Returns the bytes up to and including the line feed, or null at the end. */
    async nextLine(): Promise<Uint8Array | null> {
      let piece: Uint8Array | null = joinedOf(pieces);
      while (piece !== null && !piece.includes(lineFeed)) {
        if (size > maxLineBytes)
          throw new CliProblem(
            `A line of stdin is too long. At most ${maxLineBytes} bytes are allowed.`,
          );
        piece = await more();
      }
      const all = joinedOf(pieces);
      if (all.length === 0) return null;
      const found = all.indexOf(lineFeed);
      const end = found === -1 ? all.length : found + 1;
      keep(all.subarray(end));
      line += 1;
      return all.subarray(0, end);
    },
    async rest(max: number): Promise<Uint8Array> {
      while ((await more()) !== null) if (size > max) throw new CliProblem('Stdin is too long.');
      const all = joinedOf(pieces);
      keep(Buffer.alloc(0));
      return all;
    },
    async close() {
      await chunks?.return?.();
    },
  };
}

async function promptSecret(prompt: string, { stdin, stderr }: Streams): Promise<string | null> {
  stderr.write(`${prompt}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({
    input: stdin as unknown as NodeJS.ReadableStream, // stdin of a terminal is a ReadableStream
    output: silent,
    terminal: true,
  });
  try {
    const answer = await reader.question('');
    if (!answer.includes('\uFFFD')) return answer;
    throw new CliProblem('The input is not UTF-8 text. Set the encoding of the terminal to UTF-8.');
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
