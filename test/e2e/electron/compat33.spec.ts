// Tests the shim test/support/electron/compat33.cjs for Electron 33, which the default app beside
// it loads first.
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect, test as base } from '@playwright/test';
import { electronFolder, keyStoreCalls, startElectron } from '../../support/electron-process.ts';

const isElectron33 = () =>
  /^v?33\./.test(readFileSync(path.join(electronFolder(), 'version'), 'utf8'));

interface Parts {
  readonly home: string;
  /** Starts a program without a window. */
  readonly start: (keyStore: boolean) => Promise<ElectronApplication>;
}

const test = base.extend<Parts>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern
  home: async ({}, use) => {
    const home = await mkdtemp(path.join(tmpdir(), 'latchkey-compat-'));
    await use(home);
    await rm(home, { recursive: true, force: true });
  },
  start: async ({ home }, use) => {
    const target = path.join(home, 'main.cjs');
    await writeFile(
      target,
      `const { app, safeStorage } = require('electron');
globalThis.early = safeStorage.isAsyncEncryptionAvailable();
app.on('window-all-closed', () => {});
`,
    );
    await Promise.all([chmod(target, 0o644), chmod(home, 0o755)]);
    const started: ElectronApplication[] = [];
    await use(async (keyStore) => {
      const app = await startElectron({ target, home, keyStore });
      started.push(app);
      await app.evaluate(({ app: electron }) => electron.whenReady().then(() => undefined));
      return app;
    });
    for (const app of started) await app.close();
  },
});

test.skip(() => !isElectron33(), 'only Electron 33 needs the shim, and its default app loads it');

/** Each call's result, or 'rejected'. */
function useSafeStorage(app: ElectronApplication) {
  return app.evaluate(async ({ safeStorage }) => {
    const earlier: {
      readonly encryptString: (plainText: string) => Buffer;
      readonly decryptString: (encrypted: Buffer) => string;
    } = safeStorage;
    const word = 'Grüße 🗝';
    const tried = (work: () => Promise<unknown>) => work().catch(() => 'rejected');
    return {
      early: await (globalThis as unknown as { early: Promise<boolean> }).early,
      available: await safeStorage.isAsyncEncryptionAvailable(),
      sealed: await tried(async () =>
        (await safeStorage.encryptStringAsync(word)).toString('latin1', 0, 3),
      ),
      opened: await tried(async () =>
        safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync(word)),
      ),
      fromEarlier: await tried(async () =>
        safeStorage.decryptStringAsync(earlier.encryptString(word)),
      ),
      byEarlier: await tried(async () =>
        earlier.decryptString(await safeStorage.encryptStringAsync(word)),
      ),
      broken: await tried(() => safeStorage.decryptStringAsync(Buffer.from('v11 not sealed'))),
    };
  });
}

test('synchronous and asynchronous safeStorage share key and format', async ({ home, start }) => {
  const opened = { result: 'Grüße 🗝', shouldReEncrypt: false };
  expect(await useSafeStorage(await start(true))).toEqual({
    early: false,
    available: true,
    sealed: 'v11',
    opened,
    fromEarlier: opened,
    byEarlier: 'Grüße 🗝',
    broken: 'rejected',
  });
  expect(await readFile(keyStoreCalls(home), 'utf8')).toContain('member=CreateItem');
});

test('asynchronous safeStorage calls fail without a key store', async ({ start }) => {
  expect(await useSafeStorage(await start(false))).toEqual({
    early: false,
    available: false,
    sealed: 'rejected',
    opened: 'rejected',
    fromEarlier: 'rejected',
    byEarlier: 'rejected',
    broken: 'rejected',
  });
});

test('clipboard text calls return promises', async ({ start }) => {
  const app = await start(false);
  const seen = await app.evaluate(async ({ clipboard }) => {
    const written = clipboard.writeText('NWND-7F3Q');
    const read = clipboard.readText();
    const promises = written instanceof Promise && read instanceof Promise;
    await written;
    return { promises, text: await read };
  });
  expect(seen).toEqual({ promises: true, text: 'NWND-7F3Q' });
});
