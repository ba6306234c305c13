// Playwright's `test` with fixtures that start the built loader in Electron. Each test gets a new
// service and a new home. out/ is copied, so that an unprivileged user can read it.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import { removeHome, startElectron } from './electron-process.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['client', 'main', 'hardware-worker', 'delivery-worker', 'preload'];
export const brandName = 'Northwind Studio';
/** The brand's colour in the light theme. */
export const brandColor = '4f46e5';
const screenshots = path.join(project, 'test-results/electron');

/** Fields of loader.config.json that a test sets. The other fields fit the test's service. */
export interface ConfigChange {
  readonly service?: object;
  readonly launch?: object;
  readonly [field: string]: unknown;
}

export interface OpenOptions {
  readonly service?: Pick<TestService, 'url' | 'publicKey' | 'app'>;
  readonly config?: ConfigChange;
  readonly keyStore?: boolean | 'locked';
  readonly colorScheme?: 'light' | 'dark';
  /** Further arguments, after `--config`. */
  readonly args?: readonly string[];
}

export interface OpenLoader {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** All output so far of the program and its child processes. */
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

interface Fixtures {
  /** The real license service with one application and no users. */
  readonly service: TestService;
  /** The user's home. It survives restarts of the loader within one test. */
  readonly home: string;
  readonly open: (options?: OpenOptions) => Promise<OpenLoader>;
  /** Saves a screenshot under test-results/electron. */
  readonly picture: (page: Page, name: string) => Promise<void>;
}

interface WorkerFixtures {
  /** A folder with package.json, the build and the example app, readable by all users. */
  readonly built: string;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  built: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-built-'));
      await stageBuild(folder);
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  service: async ({}, use) => {
    const service = await startTestService();
    await use(service);
    await service.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  home: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-home-'));
    await use(folder);
    await removeHome(folder);
  },
  open: async ({ built, home, service }, use) => {
    const opened: OpenLoader[] = [];
    await use(async (options = {}) => {
      const config = path.join(home, 'loader.config.json');
      await mkdir(home, { recursive: true });
      await writeFile(config, JSON.stringify(configOf(options.service ?? service, built, options)));
      const loader = await openLoader(
        built,
        home,
        ['--config', config, ...(options.args ?? [])],
        options,
      );
      opened.push(loader);
      return loader;
    });
    await Promise.all(opened.map((loader) => loader.close()));
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  picture: async ({}, use) => {
    await use(async (page, name) => {
      await page.screenshot({
        path: path.join(screenshots, `${name}.png`),
        animations: 'disabled',
      });
    });
  },
});

export async function openLoader(
  built: string,
  home: string,
  args: readonly string[],
  options: OpenOptions = {},
): Promise<OpenLoader> {
  const output = path.join(home, `output-${randomUUID()}.log`);
  const app = await startElectron({
    target: built,
    home,
    args,
    output,
    keyStore: options.keyStore ?? false,
    colorScheme: options.colorScheme ?? 'light',
  });
  const page = await app.firstWindow();
  return { app, page, output: () => readFileSync(output, 'utf8'), close: () => app.close() };
}

export function configOf(
  { url, publicKey, app }: Pick<TestService, 'url' | 'publicKey' | 'app'>,
  built: string,
  { config = {} }: Pick<OpenOptions, 'config'> = {},
): object {
  const { name, ownerid, version } = app;
  const site = 'https://seller.example';
  const links = { renew: `${site}/renew`, contact: `${site}/contact`, help: `${site}/help` };
  return {
    brand: { name: brandName, color: `#${brandColor}`, colorDark: '#625ff0' },
    links: { ...links, reset: `${site}/reset`, forgot: `${site}/forgot` },
    ...config,
    service: { baseUrl: url, name, ownerid, version, publicKey, ...config.service },
    // With delivery, the loader starts the installed program instead.
    ...(config['delivery'] === undefined && {
      launch: {
        path: '{node}',
        args: [path.join(built, 'examples/protected-app/main.cjs')],
        ...config.launch,
      },
    }),
  };
}

async function stageBuild(folder: string): Promise<void> {
  const stampBefore = await buildStamp();
  for (const part of parts)
    await cp(path.join(project, 'out', part), path.join(folder, 'out', part), { recursive: true });
  await cp(path.join(project, 'package.json'), path.join(folder, 'package.json'));
  await cp(path.join(project, 'examples'), path.join(folder, 'examples'), { recursive: true });
  await makeReadable(folder);
  // With an incomplete build, the program would only hang.
  if (stampBefore === null || stampBefore !== (await buildStamp()))
    throw new Error('out/ holds no complete build, or is just being built: run "npm run build"');
}

function buildStamp(): Promise<string | null> {
  return readFile(path.join(project, 'out/built-at'), 'utf8').catch(() => null);
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(inside);
    else await chmod(inside, 0o644);
  }
}
