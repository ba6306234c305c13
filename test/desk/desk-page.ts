// The desk in a browser against the real service: one service for each worker, and a new seller for
// each test. Fails the test on any error or warning of the page.
import { expect, test as base, type Page } from '@playwright/test';
import type { Client } from '@latchkey/client';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import { deskFolder } from '../../packages/service/src/http/browser/page-files.ts';
import { startTestService, type TestService } from '../../packages/service/test/support/service.ts';
import { draw } from '../gallery/picture.ts';
import { axeViolations } from '../support/accessibility.ts';
import {
  addSecondFactor,
  addSeller,
  ageInvitations,
  ageSessions,
  type AskSeller,
  type DeskSeller,
  type Person,
  type SecondFactor,
  type Texts,
} from './desk-seller.ts';

export interface Desk {
  /** The address of the page, with a slash at the end. */
  readonly url: string;
  /** Signs in without the form, and opens a place of the test's application. */
  readonly signIn: (person: Person, ...place: readonly string[]) => Promise<void>;
  /** Loads the page at a place of the test's application. */
  readonly open: (...place: readonly string[]) => Promise<void>;
  /** Permits errors and warnings of the page that a test provokes. */
  readonly permitFaults: (pattern: RegExp) => void;
  /** Expects no accessibility violation and no horizontal scrolling, light and dark. */
  readonly expectAccessible: (widths?: readonly number[]) => Promise<void>;
  /** Writes a picture for review. */
  readonly picture: (name: string) => Promise<void>;
  readonly addSecondFactor: (person: Person) => Promise<SecondFactor>;
  /** Makes all sessions of the owner id older, as if nobody had used them. */
  readonly ageSessions: (seconds: number) => Promise<void>;
  /** Makes all invitations of the application older. */
  readonly ageInvitations: (seconds: number) => Promise<void>;
}

interface TestParts {
  /** The data of the test's seller. The fixtures below are its most used parts. */
  readonly shop: DeskSeller;
  readonly desk: Desk;
  /** The seller API with the application's key. */
  readonly seller: AskSeller;
  /** A loader that verifies every answer. */
  readonly client: Client['request'];
  readonly owner: Person;
  readonly manager: (scopes: readonly SellerScope[], name?: string) => Promise<Person>;
  readonly reseller: (levels: readonly string[], balance?: Texts, name?: string) => Promise<Person>;
}

interface WorkerParts {
  readonly service: TestService;
}

/** Browsers report every refused request as an error. */
const refusedRequest = /^Failed to load resource: the server responded with a status of 4\d\d/;

export const test = base.extend<TestParts, WorkerParts>({
  service: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const service = await startTestService({ deskFolder, requestsPerMinute: 1_000_000 });
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  locale: 'en-GB',
  timezoneId: 'UTC',
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: 'reduce' },
  shop: async ({ service }, use) => {
    const shop = await addSeller(service);
    await use(shop);
    shop.close();
  },
  seller: ({ shop }, use) => use(shop.seller),
  client: ({ shop }, use) => use(shop.openClient().request),
  owner: async ({ shop }, use) => use(await shop.addOwner()),
  manager: ({ shop }, use) => use(shop.addManager),
  reseller: ({ shop }, use) => use(shop.addReseller),
  desk: async ({ page, service, shop }, use) => {
    const faults: string[] = [];
    const permitted = [refusedRequest];
    collectFaults(page, faults);
    const permitFaults = (pattern: RegExp) => void permitted.push(pattern);
    await use({ ...deskOf(page, service, shop), permitFaults });
    const unexpected = faults.filter((fault) => !permitted.some((one) => one.test(fault)));
    // Also in the message: for a flaky failure, the summary is the only record.
    expect(unexpected, `errors and warnings of the page: ${unexpected.join(' | ')}`).toEqual([]);
  },
});

/** Violations of the content security policy are errors in the console, too. */
function collectFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
}

function deskOf(page: Page, service: TestService, shop: DeskSeller): Omit<Desk, 'permitFaults'> {
  const url = `${service.url}/desk/`;
  const open = (...place: readonly string[]) => openPlace(page, url, [shop.app.name, ...place]);
  return {
    url,
    open,
    async signIn(person, ...place) {
      await signInBrowser(page, service, person);
      await open(...place);
    },
    async expectAccessible(widths = [375, 1440]) {
      await expectAccessible(page, widths);
    },
    picture: (name) => draw(page, 'desk', name),
    addSecondFactor: (person) => addSecondFactor(service, person),
    ageSessions: (seconds) => ageSessions(service, shop.app.ownerid, seconds),
    ageInvitations: (seconds) => ageInvitations(service, shop.app.id, seconds),
  };
}

/** Signs in as the form does, and stores the session in the browser. Does not load the page again. */
export async function signInBrowser(
  page: Page,
  { url }: Pick<TestService, 'url'>,
  person: Person,
): Promise<void> {
  const answer = await onEmptyPage(page, url, (empty) => empty.evaluate(signIn, person));
  expect(answer).toMatchObject({ success: true });
}

/** Runs in the browser. */
async function signIn({ ownerid, name, password }: Person): Promise<unknown> {
  const response = await fetch('/desk/api/signin', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-latchkey': '1',
      'x-latchkey-session': localStorage.getItem('session') ?? '',
    },
    body: JSON.stringify({ ownerid, name, password }),
  });
  localStorage.setItem('session', response.headers.get('x-latchkey-session') ?? '');
  return response.json();
}

/** Stores the part of the session id that is not in the cookie. */
export async function storeSessionPart(page: Page, url: string, part: string): Promise<void> {
  await onEmptyPage(page, url, (empty) =>
    empty.evaluate((text) => localStorage.setItem('session', text), part),
  );
}

/** Runs `work` on a page of the desk's origin without its script. */
async function onEmptyPage<Result>(
  page: Page,
  url: string,
  work: (empty: Page) => Promise<Result>,
): Promise<Result> {
  const empty = await page.context().newPage();
  await empty.route('**/desk/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await empty.goto(`${url}/desk/`);
  const result = await work(empty);
  await empty.close();
  return result;
}

/** The part of the session id that the page stores. */
export function sessionPart(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('session') ?? '');
}

export async function openPlace(page: Page, url: string, place: readonly string[]): Promise<void> {
  // Only the fragment can differ from the current address, which would not load the page.
  await page.goto('about:blank');
  await page.goto(`${url}#/${place.map(encodeURIComponent).join('/')}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function expectAccessible(page: Page, widths: readonly number[]): Promise<void> {
  const size = page.viewportSize();
  // A page has no heading until its script is loaded.
  await page.getByRole('heading', { level: 1 }).waitFor();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const name = `${width} px, ${colorScheme}`;
      expect(await axeViolations(page), name).toEqual([]);
      expect(await overflow(page), `${name}: pixels outside the window`).toBe(0);
    }
  }
  await page.emulateMedia({ colorScheme: null });
  if (size !== null) await page.setViewportSize(size);
}

/** How many pixels the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

export { expect };
