// Reads stdin line by line, and reads secrets from a terminal without echo.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { LineSource, Streams } from './command.ts';
import { CliProblem } from './problem.ts';

const maxLineLength = 1_000_000;

/** Opens stdin at the first read. `close` releases stdin, so that the process can exit. */
export function readLines(streams: Streams): LineSource & { readonly close: () => Promise<void> } {
  const source = {
    chunks: null as AsyncIterator<string | Uint8Array> | null,
    text: '',
    ended: false,
  };
  const decoder = new TextDecoder();
  const more = async () => {
    source.chunks ??= streams.stdin[Symbol.asyncIterator]();
    const result: IteratorResult<string | Uint8Array, unknown> = await source.chunks.next();
    if (result.done === true) source.ended = true;
    else if (typeof result.value === 'string') source.text += result.value;
    else source.text += decoder.decode(result.value, { stream: true });
  };
  const next = async () => {
    while (!source.text.includes('\n') && !source.ended) {
      if (source.text.length > maxLineLength)
        throw new CliProblem(
          'A line of stdin is too long. At most 1000000 characters are allowed.',
        );
      await more();
    }
    if (source.text === '') return null;
    const end = source.text.indexOf('\n');
    const line = end < 0 ? source.text : source.text.slice(0, end);
    source.text = end < 0 ? '' : source.text.slice(end + 1);
    return line.replace(/\r$/, '');
  };
  return {
    next,
    secret: async (prompt) =>
      streams.stdin.isTTY === true ? promptSecret(prompt, streams) : next(),
    async readToEnd(max) {
      while (!source.ended) {
        if (source.text.length > max) throw new CliProblem('Stdin is too long.');
        await more();
      }
      const { text } = source;
      source.text = '';
      return text;
    },
    async close() {
      await source.chunks?.return?.();
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
    return await reader.question('');
  } finally {
    reader.close();
    stderr.write('\n');
  }
}
