// Runs the command line in this process, with streams, variables and a stop signal of the test's own.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli, type Environment } from '../../src/run.ts';
import { memory } from '../../../../test/support/memory.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../service/test/support/service.ts';

export interface Ran {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
  /** The one document of `--json`. */
  readonly json: () => Readonly<Record<string, unknown>>;
}

export interface CliOptions {
  readonly stdin?: string;
  /** Somebody types what stdin holds. */
  readonly isTyped?: true;
  readonly env?: Environment['env'];
  readonly stop?: AbortSignal;
  readonly wait?: Environment['wait'];
  /** Columns of the terminal that stdout and stderr then are. */
  readonly terminal?: number;
  /** Told of whatever is written. */
  readonly onWritten?: (written: Readonly<Record<'stdout' | 'stderr', string>>) => void;
}

export async function cli(argv: readonly string[], options: CliOptions = {}): Promise<Ran> {
  const written = { stdout: '', stderr: '' };
  const isTTY = options.terminal !== undefined;
  const writer = (name: keyof typeof written) => ({
    isTTY,
    columns: options.terminal,
    write: (text: string) => {
      written[name] += text;
      options.onWritten?.(written);
    },
  });
  const streams = {
    stdin: Object.assign(chunks(options.stdin ?? ''), { isTTY: options.isTyped }),
    stdout: writer('stdout'),
    stderr: writer('stderr'),
  };
  const exitCode = await runCli(argv, streams, {
    env: options.env ?? {},
    stop: options.stop ?? new AbortController().signal,
    wait: options.wait ?? (() => Promise.reject(new Error('It must not wait.'))),
  });
  return {
    exitCode,
    ...written,
    json: () => JSON.parse(written.stdout) as Record<string, unknown>, // what the tests are about
  };
}

/** In small pieces, so that lines and characters come apart. */
async function* chunks(text: string): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
}

/** A folder of the test's own, removed with it. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(memory, 'latchkey-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

export function keyFile(key: string, mode = 0o600): string {
  const file = join(temporaryFolder(), 'seller-key');
  writeFileSync(file, `${key}\n`);
  chmodSync(file, mode);
  return file;
}

export interface Bench {
  readonly service: TestService;
  readonly keyFile: string;
  /** With the service's address and seller key. */
  readonly run: (words: string, options?: CliOptions) => Promise<Ran>;
  readonly runWith: (argv: readonly string[], options?: CliOptions) => Promise<Ran>;
}

export async function openBench(options: TestServiceOptions = {}): Promise<Bench> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  const file = keyFile(service.app.sellerkey);
  const runWith = (argv: readonly string[], more: CliOptions = {}) =>
    cli([...argv, '--url', service.url, '--key-file', file], more);
  return {
    service,
    keyFile: file,
    runWith,
    run: (words, more) => runWith(words.split(' '), more),
  };
}
