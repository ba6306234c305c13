// The built preview in a separate process, without a browser: a test sends the page's commands.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { CommandName } from '../../src/shared/commands.ts';
import type { Result } from '../../src/shared/failure.ts';
import type { Session } from '../../src/shared/session.ts';

const main = path.resolve(import.meta.dirname, '../../out/preview/main.js');

export interface PreviewProcess {
  readonly call: (name: CommandName, input?: unknown) => Promise<Result<unknown>>;
  readonly session: () => Promise<Session>;
  /** As the Task Manager does: the process finishes nothing. */
  readonly kill: () => Promise<void>;
}

/** `folder` contains `loader.config.json`; `moveTo` is the folder that Move chooses. */
export async function startPreview(folder: string, moveTo: string): Promise<PreviewProcess> {
  const outFile = path.join(folder, 'preview.out');
  const errorFile = path.join(folder, 'preview.error');
  const [out, error] = [openSync(outFile, 'w'), openSync(errorFile, 'a')];
  const config = path.join(folder, 'loader.config.json');
  const data = path.join(folder, 'data');
  const child = spawn(
    process.execPath,
    [main, '--config', config, '--data', data, '--move-to', moveTo],
    { stdio: ['ignore', out, error] },
  );
  closeSync(out);
  closeSync(error);
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  // Errors are included, because they say why there is no address.
  const written = () => readFileSync(outFile, 'utf8') + readFileSync(errorFile, 'utf8');
  await expect.poll(written).toMatch(/^http/m);
  const url = new URL(readFileSync(outFile, 'utf8').trim());
  const headers = {
    'content-type': 'application/json',
    'x-latchkey-page': randomUUID(),
    origin: url.origin,
  };
  const call: PreviewProcess['call'] = async (name, input = {}) => {
    const body = JSON.stringify(input);
    const response = await fetch(`${url}bridge/${name}`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return (await response.json()) as Result<unknown>; // the reply of answerCall
  };
  return {
    call,
    kill,
    async session() {
      const result = await call('getSession');
      if (!result.ok) throw new Error(result.failure.code);
      return result.value as Session; // the reply of getSession
    },
  };
}
