// Runs the command line in the process of a test, with the test's streams, variables and signal.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { runCli, type Environment } from '../../src/run.ts';
import { testDataFolder } from '../../../../test/support/test-data-folder.ts';
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../service/test/support/service.ts';

export interface CliResult {
  readonly exitCode: 0 | 1 | 2;
  readonly stdout: string;
  readonly stderr: string;
  /** Parses stdout, which is one JSON document with `--json`. */
  readonly json: () => Readonly<Record<string, unknown>>;
}

export interface CliOptions {
  readonly stdin?: string | Uint8Array;
  /** Makes stdin a terminal. */
  readonly isTerminal?: true;
  readonly env?: Environment['env'];
  readonly stop?: AbortSignal;
  readonly wait?: Environment['wait'];
  /** Makes stdout and stderr a terminal with this width. */
  readonly terminal?: number;
  /** Called after each write with all output so far. */
  readonly onWritten?: (written: Readonly<Record<'stdout' | 'stderr', string>>) => void;
}

export async function cli(argv: readonly string[], options: CliOptions = {}): Promise<CliResult> {
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
    stdin: Object.assign(chunks(options.stdin ?? ''), { isTTY: options.isTerminal }),
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
    json: () => JSON.parse(written.stdout) as Record<string, unknown>, // the tests check the fields
  };
}

/** Yields small pieces, so that some pieces split a line or a character. */
async function* chunks(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
}

/** Creates a folder that is removed after the test. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(testDataFolder, 'latchkey-cli-'));
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
  /** Runs a command with the service's URL and seller key. */
  readonly run: (words: string, options?: CliOptions) => Promise<CliResult>;
  readonly runWith: (argv: readonly string[], options?: CliOptions) => Promise<CliResult>;
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
