// A loader whose connection check has a fake network, and a run of that check.
import { createFakeCheckHost, type FakeCheckHost } from '../support/fake-check-host.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeHttp, refusal, type FakeHttp } from '../support/fake-http.ts';
import { createHarness, type Harness, type HarnessOptions } from './harness.ts';

export const dayMs = 86_400_000;
export const portalProbe = 'http://licenses.example/reach';

export interface Stage {
  readonly host: FakeCheckHost;
  readonly http: FakeHttp;
  readonly harness: Harness;
  /** This computer's clock minus the clock of the service that the check reads. */
  readonly server: { behindMs: number };
}

export type Fault = (stage: Stage) => void;

export function createStage(
  options: HarnessOptions & { readonly checkOffsetMs?: number } = {},
): Stage {
  const server = { behindMs: options.checkOffsetMs ?? 0 };
  const http = createFakeHttp(() => harness.clock.now() - server.behindMs);
  http.on('checkblacklist', refusal('not-blacklisted'));
  const host = createFakeCheckHost(http);
  const harness = createHarness({ ...options, checkHost: host });
  return { host, http, harness, server };
}

/** Runs a check to its end and returns the cause, the states by id, and the seconds it took. */
export async function check({ harness }: Stage) {
  const before = harness.clock.elapsed();
  const progress = { isDone: false };
  const answer = Promise.resolve(harness.handlers.checkConnection({})).then(() => {
    progress.isDone = true;
  });
  const isDone = () => progress.isDone;
  for (let seconds = 0; seconds < 12 && !isDone(); seconds += 1) {
    await settled();
    if (!isDone()) await harness.clock.advance(1000);
    await settled();
  }
  await answer;
  const found = harness.session().connectionCheck;
  if (found?.isFinished !== true) throw new Error('the check has not finished');
  const states = Object.fromEntries(found.lines.map(({ id, state }) => [id, state]));
  return { ...found, states, ms: harness.clock.elapsed() - before };
}

export const silent = () => new Promise<never>(() => undefined);
