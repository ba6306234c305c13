// A loader that restarts with its saved state, and a service that reports when subscriptions end.
import { settled } from '../support/fake-clock.ts';
import { accountInfo } from '../support/fake-http.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { atForm, form, type Harness, type HarnessOptions } from './harness.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const minute = 60_000;

interface Owned {
  readonly subscription: string;
  readonly expiry: number;
}

export function infoWith(username: string, owned: readonly Owned[]): object {
  const subscriptions = owned.map(({ subscription, expiry }) => ({
    subscription,
    key: null,
    timeleft: 1,
    level: '1',
    expiry: Math.round(expiry / 1000),
  }));
  return { ...accountInfo(username), subscriptions };
}

interface Run extends Harness {
  /** Sets the subscriptions that the service reports for each user from now on. */
  readonly owns: (by: (username: string) => readonly Owned[]) => void;
  readonly names: () => string[];
  readonly signIn: (username?: string) => Promise<void>;
}

/** Starts a loader, with `options.state` of earlier runs, `afterMs` after the first run. */
export async function run(afterMs: number, options: HarnessOptions = {}): Promise<Run> {
  const harness = await atForm(options);
  const { clock, handlers, http, session } = harness;
  await clock.advance(afterMs);
  return {
    ...harness,
    owns(by) {
      http.on('login', ({ params }) => {
        const name = params['username'] ?? '';
        return { success: true, info: infoWith(name, by(name)) };
      });
    },
    names: () => session().endings.map(({ name }) => name),
    async signIn(username = 'anna') {
      await handlers.signIn({ ...form, username });
      await settled();
      harness.at('ready');
    },
  };
}

export const at = (harness: Harness, inMs: number): number => harness.clock.now() + inMs;

/** Restarts the loader at each of the times, and returns the names that each run announced. */
export async function runs(
  ends: (start: number) => readonly Owned[],
  afterMs: readonly number[],
): Promise<string[][]> {
  const state = createFakeLocalState();
  const messages: string[][] = [];
  let owned: readonly Owned[] | null = null;
  for (const after of afterMs) {
    const one = await run(after, { state });
    owned ??= ends(one.clock.now() - after);
    const same = owned;
    one.owns(() => same);
    await one.signIn();
    messages.push(one.names());
    one.loader.stop();
  }
  return messages;
}

export const pro = (expiry: number): Owned => ({ subscription: 'Pro', expiry });
