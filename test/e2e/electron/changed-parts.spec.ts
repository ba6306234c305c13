// An account with one seat on a computer whose parts change, with the real key store: the repaired
// computer keeps its device id, a copied data folder does not bring it along.
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { english } from '../../../src/copy/en/window.ts';
import { type ComputerFacts, copyWithFacts } from '../../support/computer-facts.ts';
import { configOf, openLoader, type OpenLoader, test as base } from '../../support/electron-app.ts';
import { giveToElectronUser, removeHome } from '../../support/electron-process.ts';
import { signIn } from '../../support/electron-steps.ts';
import { sellerOf } from '../../../packages/service/test/support/seller-client.ts';
import { dataFolder, isForm, isReady, signInAndRemember } from './remember-steps.ts';

const facts: ComputerFacts = {
  osId: 'b1946ac92492d2347c6235b4d2611184',
  boardVendor: 'LENOVO',
  boardModel: '20XW0026GE',
  cpuBrand: 'Intel(R) Core(TM) i7-1165G7',
  platformUuid: '',
};
const otherProcessor = { ...facts, cpuBrand: 'AMD Ryzen 7 PRO 5850U' };
const otherBoardToo = { ...otherProcessor, boardModel: '21CF004RGE' };

interface Computer {
  /** Starts the loader on a computer with these facts. */
  readonly start: (
    facts: ComputerFacts,
    options?: { readonly home?: string; readonly keyStore?: boolean },
  ) => Promise<OpenLoader>;
}

const test = base.extend<{ readonly computer: Computer }>({
  computer: async ({ built, home, service }, use) => {
    const copy = await copyWithFacts(built);
    const opened: OpenLoader[] = [];
    await use({
      async start(facts, { home: at = home, keyStore = true } = {}) {
        await copy.setFacts(facts);
        const config = path.join(at, 'loader.config.json');
        await writeFile(config, JSON.stringify(configOf(service, copy.built)));
        const loader = await openLoader(copy.built, at, ['--config', config], { keyStore });
        opened.push(loader);
        return loader;
      },
    });
    await Promise.all(opened.map((loader) => loader.close()));
    await copy.remove();
  },
});

/** Without the temporary file of a write in progress. */
const recordsIn = async (home: string) =>
  (await readdir(dataFolder(home)))
    .filter((name) => /^device-record-[0-9a-f]{16}\.json$/.test(name))
    .map((name) => path.join(dataFolder(home), name));
const recordIn = async (home: string) => {
  const [file = ''] = await recordsIn(home);
  return readFile(file, 'utf8').catch(() => '');
};
const isRefused = (page: Page) =>
  expect(page.getByRole('heading', { name: english.wrongDevice.title })).toBeVisible();

test('a repaired computer keeps its device id and its seat', async ({
  computer,
  service,
  home,
  picture,
}) => {
  test.setTimeout(90_000);
  const user = await service.addUser({ username: 'anna' });
  const boundIds = async () => (await sellerOf(service)('userdata', { user: 'anna' })).body['hwid'];
  const first = await computer.start(facts);
  expect(await recordsIn(home)).toEqual([]);
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect.poll(() => recordIn(home)).toContain('"sealed"');
  const bound = await boundIds();
  const written = await recordIn(home);
  const [file = ''] = await recordsIn(home);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { mark, sealed } = JSON.parse(written) as { mark: string; sealed: string }; // what the loader wrote
  // v11: encrypted with a key from the key store; v10 would be Chromium's fixed password.
  expect(Buffer.from(sealed, 'base64').subarray(0, 3).toString()).toBe('v11');
  expect(mark).toMatch(/^[0-9a-f]{16}$/);
  for (const secret of [String(bound), ...Object.values(facts).filter((text) => text !== '')])
    expect(written).not.toContain(secret);
  await first.close();

  // An unchanged computer does not write it again.
  const same = await computer.start(facts);
  await isReady(same.page);
  expect(await recordIn(home)).toBe(written);
  await same.close();

  const repaired = await computer.start(otherProcessor);
  await isReady(repaired.page);
  expect(repaired.output()).toContain('device id kept');
  await expect.poll(() => recordIn(home)).not.toBe(written);
  await picture(repaired.page, 'changed-part');
  await repaired.close();

  // The parts followed. Both changes in one step would be a new computer, see the last test.
  const again = await computer.start(otherBoardToo);
  await isReady(again.page);
  expect(await boundIds()).toEqual(bound);
  for (const secret of [String(bound), 'Ryzen', '20XW0026GE'])
    expect(again.output()).not.toContain(secret);
});

test('a copied data folder does not bring the device id along', async ({
  computer,
  service,
  home,
}) => {
  test.setTimeout(90_000);
  const user = await service.addUser({ username: 'anna' });
  const first = await computer.start(facts);
  await signInAndRemember(first.page, user);
  await isReady(first.page);
  await expect.poll(() => recordIn(home)).toContain('"sealed"');
  await first.close();

  const otherHome = await mkdtemp(path.join(tmpdir(), 'latchkey-home-'));
  try {
    await cp(dataFolder(home), dataFolder(otherHome), { recursive: true });
    await giveAll(otherHome);
    const copied = await recordIn(otherHome);
    // The rule alone would keep the id: only the key store is another one.
    const other = await computer.start(otherProcessor, { home: otherHome });
    await isForm(other.page);
    await signIn(other.page, user);
    await isRefused(other.page);
    expect(other.output()).toContain('device-record-unreadable');
    // Nothing was accepted, so nothing is saved.
    expect(await recordIn(otherHome)).toBe(copied);
    await other.close();
  } finally {
    await removeHome(otherHome);
  }
  // The first computer still has its seat.
  const still = await computer.start(otherProcessor);
  await isReady(still.page);
});

test('a changed part is another computer without a key store, or without the record', async ({
  computer,
  service,
  home,
}) => {
  test.setTimeout(90_000);
  const user = await service.addUser({ username: 'anna' });
  const first = await computer.start(facts, { keyStore: false });
  await signIn(first.page, user);
  await isReady(first.page);
  await first.close();
  expect(await recordsIn(home)).toEqual([]);

  const changed = await computer.start(otherProcessor, { keyStore: false });
  await signIn(changed.page, user);
  await isRefused(changed.page);
  await changed.close();

  // With a key store from now on. A damaged record never stops a start.
  const next = await computer.start(facts);
  await signIn(next.page, user);
  await isReady(next.page);
  // The key store may prompt, so nothing is saved for a user who saves no account.
  expect(await recordsIn(home)).toEqual([]);
  await next.close();
  const saving = await computer.start(facts);
  await signInAndRemember(saving.page, user);
  await isReady(saving.page);
  await expect.poll(() => recordIn(home)).toContain('"sealed"');
  const [file = ''] = await recordsIn(home);
  await saving.close();
  const aside = path.join(home, 'aside');
  await rename(file, aside);
  await writeFile(file, '{"v":1,"mark":');
  await giveToElectronUser(file);
  const damaged = await computer.start(otherProcessor);
  await isRefused(damaged.page);
  await damaged.close();

  // With the record, two of three changed facts are too many.
  await rm(file);
  await rename(aside, file);
  const both = await computer.start(otherBoardToo);
  await isRefused(both.page);
});

async function giveAll(folder: string): Promise<void> {
  await giveToElectronUser(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveAll(place);
    else if (entry.isFile()) await giveToElectronUser(place);
  }
}
