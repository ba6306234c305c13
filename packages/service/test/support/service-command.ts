// Runs the service's command in this process, with captured output and a stop signal.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { runService } from '../../src/host/run.ts';
import { testDataFolder } from '../../../../test/support/test-data-folder.ts';
import { dropDatabaseOf, environmentOf, type Environment } from './postgresql.ts';

/** The output of `--json`. */
export interface StartupLine {
  readonly url: string;
  readonly publicKey: string;
  readonly desk: string | null;
  readonly page: string | null;
  readonly owner: { ownerid: string; name: string; password: string } | null;
  readonly app: { name: string; ownerid: string; version: string; sellerkey: string } | null;
  readonly users: { case: string; username: string; password: string; totpSecret: string | null }[];
  readonly licenses: { key: string; days: number; level: string; status: string }[];
  readonly variables: { varid: string; value: string; authed: boolean }[];
  readonly webhooks: string[];
}

/**
 * Creates a folder that is removed after the test, with its database. Call this before the service
 * starts, because cleanup runs in reverse order.
 */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(testDataFolder, 'latchkey-run-'));
  onTestFinished(async () => {
    rmSync(path, { recursive: true, force: true });
    await dropDatabaseOf(path);
  });
  return path;
}

/** Runs the command until it listens or exits. `end` stops it and returns its exit code. */
export async function runCommand(...argv: string[]) {
  const data = argv.includes('--data') ? argv[argv.indexOf('--data') + 1] : undefined;
  return runCommandWith(data === undefined ? {} : await environmentOf(data), ...argv);
}

/** Like `runCommand`, with an explicit environment. */
export async function runCommandWith(environment: Environment, ...argv: string[]) {
  const stop = new AbortController();
  let stdout = '';
  let stderr = '';
  let reportListening: (value: 'listening') => void;
  const started = new Promise<'listening'>((resolve) => (reportListening = resolve));
  const ended = runService(
    argv,
    environment,
    {
      stdout: {
        write: (text: string) => {
          stdout += text;
          reportListening('listening');
        },
      },
      stderr: { write: (text: string) => (stderr += text) },
    },
    stop.signal,
  );
  onTestFinished(async () => {
    stop.abort();
    await ended.catch(() => undefined);
  });
  const first = await Promise.race([started, ended]);
  return {
    exitCode: first === 'listening' ? null : first,
    stdout: () => stdout,
    stderr: () => stderr,
    line: () => JSON.parse(stdout) as StartupLine, // these tests check its shape
    end: async () => {
      stop.abort();
      return ended;
    },
  };
}

/** Expects that the command exited with code 1, nothing on stdout and one sentence on stderr. */
export function expectRefusal(result: Awaited<ReturnType<typeof runCommand>>, sentence: RegExp) {
  expect(result.exitCode).toBe(1);
  expect(result.stdout()).toBe('');
  expect(result.stderr()).toMatch(sentence);
  expect(result.stderr().trim().split('\n')).toHaveLength(1);
}
