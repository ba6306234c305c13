// Opens the built page with a fake bridge and a fixed locale, time zone and time. Fails the test on
// any page error.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { LoaderInfo } from '../../src/shared/loader-info.ts';
import type { Phase, Session } from '../../src/shared/session.ts';
import { type BridgeScript, type FakeBridge, installFakeBridge } from '../support/fake-bridge.ts';
import { test as base } from '../support/engine.ts';
import { buildDevelopmentPage, type ReactOption } from '../support/development-page.ts';
import { startClientServer } from '../support/serve-client.ts';
import { demoInfo, failureOf, licenses, nowMs, verified } from './samples.ts';

export interface OpenOptions {
  readonly meanwhile?: Session;
  readonly phase: Phase;
  readonly session?: Partial<Session>;
  readonly info?: Partial<LoaderInfo>;
  readonly replies?: BridgeScript['replies'];
  /** The page's timers are paused until the test advances them. */
  readonly stoppedClock?: boolean;
}

export type OpenScreen = (options: OpenOptions) => Promise<FakeBridge>;

interface TestParts {
  readonly open: OpenScreen;
}

interface WorkerParts extends ReactOption {
  readonly clientUrl: string;
}

export function sessionOf(phase: Phase, rest: Partial<Session> = {}): Session {
  return {
    revision: 1,
    phase,
    notice: null,
    step: null,
    tasks: [],
    trust: verified,
    clockOffsetMs: 0,
    nextRetryAt: null,
    launchAt: null,
    unsupported: [],
    trialDays: 0,
    deepLink: null,
    savedSignIns: [],
    program: null,
    loaderUpdate: null,
    endings: [],
    systemNotices: null,
    preferences: {
      theme: 'system',
      textSize: 100,
      launchWhenSignedIn: null,
      startWithSystem: null,
      opensLinks: null,
    },
    connectionCheck: null,
    ...rest,
  };
}

/**
 * Chromium warns about every such sandbox. This one is not meant to contain our scripts, but to
 * block dialogs and downloads.
 */
export const remark = 'An iframe which has both allow-scripts and allow-same-origin';

export const test = base.extend<TestParts, WorkerParts>({
  react: ['released', { option: true, scope: 'worker' }],
  clientUrl: [
    async ({ react }, use) => {
      const built = react === 'development' ? await builtForDevelopment() : null;
      const server = await startClientServer(built?.folder);
      await use(server.url);
      await server.close();
      await built?.remove();
    },
    { scope: 'worker' },
  ],
  locale: 'en-GB',
  timezoneId: 'UTC',
  viewport: { width: 420, height: 680 },
  contextOptions: { reducedMotion: 'reduce' },
  open: async ({ closeBehind, page, clientUrl }, use) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.text().startsWith(remark)) return;
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    const bridges: FakeBridge[] = [];
    await use(async (options) => {
      // A paused clock affects all pages of the context and can't be resumed.
      if (options.stoppedClock === true) closeBehind();
      const bridge = await openScreen(page, clientUrl, options);
      bridges.push(bridge);
      return bridge;
    });
    // Also in the message: for a flaky failure, the summary is the only record.
    expect(faults, `errors and warnings of the page: ${faults.join(' | ')}`).toEqual([]);
    for (const bridge of bridges) {
      expect(await bridge.violations(), 'breaks of the CSP').toEqual([]);
      expect(await bridge.refusedInputs(), 'inputs that the contract refuses').toEqual([]);
    }
  },
});

async function builtForDevelopment() {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-development-'));
  await buildDevelopmentPage(folder);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Runs in the page: fixes the current time, while timers keep running. */
function fixTime(now: number): void {
  const real = Date;
  globalThis.Date = new Proxy(real, {
    construct: (_, given: readonly unknown[]) =>
      Reflect.construct(real, given.length === 0 ? [now] : given) as Date, // Date constructs a Date
    get: (_, name): unknown => (name === 'now' ? () => now : Reflect.get(real, name)),
  });
}

/** Does what the fixture `open` does, for a test with several pages. */
export async function openScreen(
  page: Page,
  url: string,
  options: OpenOptions,
): Promise<FakeBridge> {
  if (options.stoppedClock === true) {
    await page.clock.install({ time: nowMs });
    await page.clock.pauseAt(nowMs + 1000);
  } else await page.addInitScript(fixTime, nowMs);
  const bridge = await installFakeBridge(page, {
    info: { ...demoInfo, ...options.info },
    session: sessionOf(options.phase, options.session),
    ...(options.meanwhile === undefined ? {} : { meanwhile: options.meanwhile }),
    cancelled: failureOf({ code: 'cancelled' }),
    replies: {
      listRedeemed: [{ result: { ok: true, value: [] } }],
      readLicenses: [{ result: { ok: true, value: licenses } }],
      ...options.replies,
    },
  });
  await page.goto(url);
  await page.locator('main').waitFor();
  return bridge;
}

export { expect };
