// A loader whose service issues offline passes for a day, and a network that can be cut.
import { accountInfo, fakePass, type Scripted } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { anna, createHarness, type Harness, type HarnessOptions } from './harness.ts';

export const hourMs = 3_600_000;
export const away = { fault: 'offline' } as const;

export interface OfflineHarness extends Harness {
  /** Replaces the fields of the next passes. */
  readonly passes: (more: object) => void;
  readonly cut: (scripted?: Scripted) => void;
  readonly restore: () => void;
  /** Starts a loader with the same computer, key store and clock. */
  readonly restart: (options?: HarnessOptions) => Promise<OfflineHarness>;
}

const types = ['init', 'login', 'license', 'check', 'var'] as const;

export function createOffline(options: HarnessOptions = {}): OfflineHarness {
  return withOffline(createHarness({ saved: anna, ...options }), options);
}

function withOffline(harness: Harness, options: HarnessOptions): OfflineHarness {
  const { http, clock, vault } = harness;
  let fields: object = {};
  let hwid = '';
  const answer = (username: string, params: Readonly<Record<string, string>>): Scripted => {
    hwid = params['hwid'] ?? hwid;
    const issued = Math.floor(clock.now() / 1000);
    const pass = fakePass({ params: { ...params, username, hwid } }, issued, fields);
    return {
      success: true,
      info: accountInfo(username),
      ...(params['offline'] === '1' && { offline: pass }),
    };
  };
  const restore = (): void => {
    http.on('init', { success: true, message: 'Initialized', sessionid: 'a session' });
    http.on('login', ({ params }) => answer(params['username'] ?? '', params));
    http.on('license', ({ params }) => answer(params['key'] ?? '', params));
    http.on('check', ({ params }) => answer('anna', params));
    http.on('var', { success: false, reason: 'variable-unknown', message: 'Variable not found.' });
  };
  restore();
  return {
    ...harness,
    passes: (more) => void (fields = more),
    cut: (scripted = away) => types.forEach((type) => http.on(type, scripted)),
    restore,
    async restart(more = {}) {
      harness.loader.stop();
      await settled();
      const next = createHarness({ ...options, ...more, vault: more.vault ?? vault });
      next.clock.set(clock.now());
      return withOffline({ ...next, vault }, options);
    },
  };
}

/** Returns a loader that has signed in with a saved sign-in and received a pass. */
export async function startOnline(options: HarnessOptions = {}): Promise<OfflineHarness> {
  const harness = createOffline(options);
  await harness.loader.start();
  harness.at('ready');
  await settled();
  await harness.loader.settled();
  return harness;
}

/** Returns a restarted loader without a network, with the pass of the previous run. */
export async function startOffline(options: HarnessOptions = {}): Promise<OfflineHarness> {
  const before = await startOnline(options);
  const harness = await before.restart();
  harness.cut();
  await harness.loader.start();
  return harness;
}

export const passIn = ({ vault }: Harness): string | null => vault.list[0]?.offline?.pass ?? null;
