// The whole product without Electron: the real service in this process, the real preview in a
// separate process, and a browser. Each worker has a service; each test has a preview and a user.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import {
  startTestService,
  type TestService,
} from '../../../packages/service/test/support/service.ts';

const root = resolve(import.meta.dirname, '../../..');
const exampleApp: Launch = {
  path: '{node}',
  args: [join(root, 'examples/protected-app/main.cjs'), '--seconds', '0'],
};
export const announcement = 'Maintenance on Sunday';
export const secret = 'the-north-wind-blows';

export interface Preview {
  readonly url: string;
  /** Everything the preview and the launched app wrote so far. */
  readonly output: () => string;
}

/** `launch` of loader.config.json. */
interface Launch {
  readonly path: string;
  readonly args: readonly string[];
}

type ServiceFacts = Pick<TestService, 'url' | 'publicKey' | 'app'>;

interface Fixtures {
  /** Starts a preview that stops with the test. */
  readonly startPreview: (service: ServiceFacts, launch?: Launch) => Promise<Preview>;
  readonly preview: Preview;
  /** A tab that shows the preview; a page error or a refused resource fails the test. */
  readonly loader: Page;
}

export const test = base.extend<Fixtures, { readonly service: TestService }>({
  service: [
    // Playwright requires the empty pattern for a fixture without dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startTestService();
      await service.addVariable('announcement', announcement, false);
      await service.addVariable('secret', secret, true);
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern
  startPreview: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-e2e-preview-'));
    const children: ChildProcess[] = [];
    await use(async (service, launch = exampleApp) => {
      const { child, preview } = await startPreviewProcess(folder, service, launch);
      children.push(child);
      return preview;
    });
    await Promise.all(children.map(end));
    rmSync(folder, { recursive: true, force: true });
  },
  preview: async ({ startPreview, service }, use) => {
    await use(await startPreview(service));
  },
  loader: async ({ page, preview }, use) => {
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(preview.url);
    await use(page);
    expect(complaints).toEqual([]);
  },
});

async function startPreviewProcess(folder: string, service: ServiceFacts, launch: Launch) {
  const config = join(folder, 'loader.config.json');
  writeFileSync(config, JSON.stringify(configOf(service, launch)));
  const child = spawn(
    process.execPath,
    [join(root, 'out/preview/main.js'), ...['--config', config, '--data', join(folder, 'data')]],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const url = await new Promise<string>((found, failed) => {
    child.stdout.once('data', (chunk: Buffer) => found(chunk.toString('utf8').trim()));
    child.once('exit', () => failed(new Error(`the preview ended: ${output}`)));
  });
  return { child, preview: { url, output: () => output } };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

function configOf(
  { url, publicKey, app: { name, ownerid, version } }: ServiceFacts,
  launch: Launch,
) {
  return {
    service: { baseUrl: url, name, ownerid, version, publicKey },
    brand: { name: 'Northwind Studio', color: '#4f46e5' },
    links: {
      contact: 'https://northwind.example/contact',
      renew: 'https://northwind.example/renew',
      help: 'https://northwind.example/help',
    },
    announcementVariable: 'announcement',
    launch,
  };
}

/** Fills in the form and submits it. */
export async function signIn(
  loader: Page,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<void> {
  await loader.getByLabel('User name').fill(username);
  await loader.getByLabel('Password', { exact: true }).fill(password);
  await loader.getByRole('button', { name: 'Sign in' }).click();
}

export function heading(loader: Page, name: string | RegExp) {
  return loader.getByRole('heading', { name });
}

export function launchButton(loader: Page) {
  return loader.getByRole('button', { name: 'Launch' });
}

/** Pastes as a user does: through the clipboard. */
export async function paste(loader: Page, label: string, text: string): Promise<void> {
  await loader.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await loader.evaluate((words) => navigator.clipboard.writeText(words), text);
  await loader.getByLabel(label).focus();
  await loader.keyboard.press('ControlOrMeta+V');
}

export { expect };
