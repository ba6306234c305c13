// Playwright's `test` with the packaged program and its service.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { configOf, test as base } from './electron-app.ts';
import { environmentOf, writeStarter } from './electron-process.ts';
import { attachVariable, packLoader, type Packaged, type PackageFormat } from './packaged.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';

export interface Made extends Packaged {
  readonly service: TestService;
}

export const test = base.extend<object, { made: Made }>({
  made: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService();
      const launch = { path: 'protected/app', args: [] };
      const config = configOf(service, '', { config: { scheme: 'northwind', launch } });
      await withPackage(config, (packaged) => use({ ...packaged, service }));
      await service.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** Packages the program with `config` for the duration of `use`. */
export async function withPackage(
  config: object,
  use: (packaged: Packaged) => Promise<void>,
  formats: readonly PackageFormat[] = [],
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-package-'));
  const protectedApp = '#!/bin/sh\nread line\necho "the protected app got ${#line} characters"\n';
  await use(await packLoader(folder, { config, protectedApp, formats }));
  await rm(folder, { recursive: true, force: true });
}

export interface StartedProgram {
  readonly program: ChildProcess;
  readonly output: () => string;
  /** Connects to the page. A fuse disables the inspector of the main process. */
  readonly page: () => Promise<Page>;
  readonly kill: () => Promise<void>;
}

export interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the test entry enables remote debugging, which the program refuses as a switch. */
  readonly attach?: boolean;
  /** If false, there is no display, so no window can open. */
  readonly screen?: boolean;
  /** Whether to start a session bus with a key store. */
  readonly keyStore?: boolean;
}

export async function startPackaged(
  { program }: Pick<Packaged, 'program'>,
  home: string,
  { args = [], env: more = {}, attach = false, screen = true, keyStore = false }: StartOptions = {},
): Promise<StartedProgram> {
  const { DISPLAY, ...rest } = await environmentOf({ home });
  const env = {
    ...rest,
    ...(screen ? { DISPLAY } : {}),
    ...(attach ? { [attachVariable]: '1' } : {}),
    ...more,
  };
  const started = spawn(await writeStarter({ home, keyStore }, program), args, { env });
  const output = collectOutput(started);
  const closed = new Promise<void>((resolve) => started.once('close', () => resolve()));
  return {
    program: started,
    output,
    page: () => connect(output),
    kill: async () => {
      started.kill();
      await closed;
    },
  };
}

/** Returns all output of the program so far. */
export function collectOutput({ stdout, stderr }: ChildProcess): () => string {
  let written = '';
  for (const stream of [stdout, stderr])
    stream?.on('data', (piece: Buffer) => (written += piece.toString()));
  return () => written;
}

/** Connects anew, because an old connection does not see the renderer restart after a crash. */
export async function connect(output: () => string): Promise<Page> {
  const address = () => /DevTools listening on (ws:\S+)/.exec(output())?.[1];
  // Long enough for a start of the program on a slow machine.
  await expect.poll(address, { timeout: 20_000 }).toBeDefined();
  const browser = await chromium.connectOverCDP(address() ?? '', { noDefaults: true });
  const page = () => browser.contexts()[0]?.pages()[0];
  await expect.poll(() => page()?.url(), { timeout: 20_000 }).toContain('app://loader/index.html');
  const found = page();
  if (found === undefined) throw new Error('The window has gone');
  return found;
}
