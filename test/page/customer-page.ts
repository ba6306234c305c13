// The customers' page in a browser against the real service, one for each test. Fails the test on any
// error or warning of the page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import { pageFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { startFakeSmtp, type FakeSmtp } from '../../packages/service/test/support/fake-smtp.ts';
import type { TestUser } from '../../packages/service/test/support/service-seeds.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { draw } from '../gallery/picture.ts';
import { axeViolations } from '../support/accessibility.ts';
import { testDataFolder } from '../support/test-data-folder.ts';
import { brokenWords } from '../gallery/broken-words.ts';

export const renewUrl = 'https://shop.example/renew';

export interface CustomerPage {
  readonly url: string;
  /** Changes settings of the application directly in the database. */
  readonly set: (settings: Readonly<Record<string, string | number | null>>) => Promise<void>;
  readonly open: () => Promise<void>;
  /** Opens the page and signs in with its form. */
  readonly signIn: (user: Pick<TestUser, 'username' | 'password'>) => Promise<void>;
  /** Adds a computer of the user, as a sign-in on it does. */
  readonly addComputer: (username: string, name: string, system?: string) => Promise<void>;
  /** Expects no accessibility violation and no horizontal scrolling, light and dark. */
  readonly expectAccessible: (widths?: readonly number[]) => Promise<void>;
  /** Writes a picture for review. */
  readonly picture: (name: string) => Promise<void>;
}

interface TestParts {
  /** Further errors that the browser reports because of what a test does. */
  readonly expectedFaults: RegExp | null;
  readonly smtp: FakeSmtp;
  readonly service: TestService;
  readonly customer: CustomerPage;
}

/** Browsers report every refused request as an error, and every one that a test aborts. */
const refusedRequest =
  /^Failed to load resource: (?:the server responded with a status of 4\d\d|net::ERR_FAILED)/;

export const test = base.extend<TestParts>({
  expectedFaults: [null, { option: true }],
  locale: 'en-GB',
  timezoneId: 'UTC',
  viewport: { width: 400, height: 800 },
  contextOptions: { reducedMotion: 'reduce' },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
  smtp: async ({}, use) => {
    const smtp = await startFakeSmtp();
    await use(smtp);
    await smtp.close();
  },
  service: async ({ smtp }, use) => {
    const folder = mkdtempSync(join(testDataFolder, 'latchkey-page-'));
    const smtpFile = join(folder, 'smtp.json');
    const url = `smtp://127.0.0.1:${smtp.port}`;
    const publicUrl = 'https://license.example/';
    writeFileSync(smtpFile, JSON.stringify({ url, from: 'keys@example.com', publicUrl }), {
      mode: 0o600,
    });
    const service = await startTestService({ pageFolder, smtpFile });
    await use(service);
    await service.close();
    rmSync(folder, { recursive: true });
  },
  customer: async ({ page, service, expectedFaults }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text());
    });
    const customer = customerPage(page, service);
    const settings = { pageName: 'northwind', pageRenew: renewUrl, ownSessions: 1 };
    await customer.set({ ...settings, hwidLock: 1, resets: 3 });
    await use(customer);
    const unexpected = faults.filter(
      (fault) => !refusedRequest.test(fault) && expectedFaults?.test(fault) !== true,
    );
    expect(unexpected, `errors and warnings of the page: ${unexpected.join(' | ')}`).toEqual([]);
  },
});

function customerPage(page: Page, service: TestService): CustomerPage {
  const { database, app } = service;
  const url = `${service.url}/my/northwind`;
  const open = async () => {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  return {
    url,
    open,
    async set(settings) {
      await database
        .updateTable('applications')
        .set(settings)
        .where('ownerid', '=', app.ownerid)
        .execute();
    },
    async signIn({ username, password }) {
      await open();
      await fillSignIn(page, username, password);
      await page.getByRole('heading', { name: 'Subscriptions' }).waitFor();
    },
    async addComputer(username, name, system = 'Windows 11') {
      const { id: userId } = await database
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow();
      const at = Math.floor(Date.now() / 1000) - 86_400;
      const hwid = `device of ${name} ${system}`.padEnd(64, '0');
      await database
        .insertInto('devices')
        .values({ userId, hwid, addedAt: at, name, system, lastSeenAt: at })
        .execute();
    },
    expectAccessible: (widths = [320, 1600]) => expectAccessible(page, widths),
    picture: (name) => draw(page, 'page', name),
  };
}

/** A part of the page by its title. */
export function sheet(page: Page, name: string): Locator {
  return page.getByRole('region', { name });
}

export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name or e-mail').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function expectAccessible(page: Page, widths: readonly number[]): Promise<void> {
  const size = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const name = `${width} px, ${colorScheme}`;
      expect(await axeViolations(page), name).toEqual([]);
      expect(await brokenWords(page), `${name}: words`).toEqual([]);
      const overflow = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(overflow, `${name}: pixels outside the window`).toBe(0);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

export { expect };
