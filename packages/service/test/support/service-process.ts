// Runs the service as a child process, with the test's environment instead of the shell's.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { environmentOf, type Environment } from './postgresql.ts';
import type { StartupLine } from './service-command.ts';

export interface ServiceProcess {
  /** The line that the service printed once it was listening. */
  readonly line: StartupLine;
  readonly child: ChildProcess;
  /** Exit code; null if a signal ended the process. */
  readonly exited: Promise<number | null>;
}

const mainFile = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/**
 * Starts a service with demo data, which is killed when the test ends. `log` is a file descriptor
 * for its log. By default, the log goes to a pipe.
 */
export async function startProcess(
  dataFolder: string,
  environment?: Environment,
  log?: number,
  more: readonly string[] = [],
): Promise<ServiceProcess> {
  const {
    DATABASE_URL: _url,
    LATCHKEY_SIGNING_KEY_FILE: _key,
    LATCHKEY_SECRET_FILE: _secret,
    ...shell
  } = process.env;
  const env = { ...shell, ...(environment ?? (await environmentOf(dataFolder))) };
  const args = [mainFile, '--data', dataFolder, '--port', '0', '--demo', '--json', ...more];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', log ?? 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null); // documented by Node
  const ended = exited.then((code) => {
    throw new Error(`The service ended with ${String(code)} before it listened:\n${output}`);
  });
  const [text] = (await Promise.race([
    once(createInterface({ input: stdoutOf(child) }), 'line'),
    ended,
  ])) as [string]; // a line is a string
  ended.catch(() => undefined);
  return { line: JSON.parse(text) as StartupLine, child, exited }; // other tests check its shape
}

function stdoutOf({ stdout }: ChildProcess): Readable {
  if (stdout === null) throw new Error('It was started with a pipe');
  return stdout;
}
