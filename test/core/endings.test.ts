// What is told of subscriptions that end: three days and one day before, once each, by the service's clock, also across restarts;
// and whose it is: another account, another subscription, a renewal.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { infoOf } from '../support/fake-http.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { atForm, form, type Harness, type HarnessOptions } from './harness.ts';

const hour = 3_600_000;
const day = 24 * hour;
const minute = 60_000;

interface Owned {
  readonly subscription: string;
  readonly expiry: number;
}

function infoWith(username: string, owned: readonly Owned[]): object {
  const subscriptions = owned.map(({ subscription, expiry }) => ({
    ...{ subscription, key: null, timeleft: 1, level: '1' },
    expiry: Math.round(expiry / 1000),
  }));
  return { ...infoOf(username), subscriptions };
}

interface Run extends Harness {
  /** From now on the service says this of each user. */
  readonly owns: (by: (username: string) => readonly Owned[]) => void;
  readonly names: () => string[];
  readonly signIn: (username?: string) => Promise<void>;
}

/** A run of the loader with what earlier ones remembered; `afterMs`: how long after the first. */
async function run(afterMs: number, options: HarnessOptions = {}): Promise<Run> {
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

const at = (harness: Harness, inMs: number): number => harness.clock.now() + inMs;

/** Restarts the loader again and again, and says what each run told. */
async function runs(
  ends: (start: number) => readonly Owned[],
  afterMs: readonly number[],
): Promise<string[][]> {
  const state = createFakeLocalState();
  const told: string[][] = [];
  let owned: readonly Owned[] | null = null;
  for (const after of afterMs) {
    const one = await run(after, { state });
    owned ??= ends(one.clock.now() - after);
    const same = owned;
    one.owns(() => same);
    await one.signIn();
    told.push(one.names());
    one.loader.stop();
  }
  return told;
}

const pro = (expiry: number): Owned => ({ subscription: 'Pro', expiry });

describe('what ends', () => {
  test('is told at three days and on the last day, once each, whatever the number of restarts', async () => {
    const told = await runs(
      (start) => [pro(start + 4 * day)],
      [0, day, day + hour, 2 * day, 3 * day, 3 * day + hour, 4 * day - hour],
    );
    expect(told).toEqual([[], ['Pro'], [], [], ['Pro'], [], []]);
  });

  test('is told within a run when its time comes, also while the program runs', async () => {
    const one = await run(0);
    const expiry = at(one, 3 * day + 2 * hour);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    expect(one.names()).toEqual([]);
    await one.handlers.launch({});
    one.at('running');
    await one.clock.advance(2 * hour);
    expect(one.names()).toEqual(['Pro']);
  });

  test('that was not told at three days is told on the last day alone', async () => {
    const told = await runs((start) => [pro(start + 4 * day)], [0, 3 * day + hour, 3 * day + hour]);
    expect(told).toEqual([[], ['Pro'], []]);
  });

  test('stays until it is closed, and closing one leaves the other', async () => {
    const one = await run(0);
    const [sooner, later] = [at(one, 2 * day), at(one, 2 * day + hour)];
    one.owns(() => [{ subscription: 'Render', expiry: later }, pro(sooner)]);
    await one.signIn();
    expect(one.names()).toEqual(['Pro', 'Render']);
    await one.clock.advance(5 * hour);
    expect(one.names()).toEqual(['Pro', 'Render']);
    const [first] = one.session().endings;
    await one.handlers.closeEnding({ id: first?.id ?? '' });
    expect(one.names()).toEqual(['Render']);
    await one.clock.advance(5 * hour);
    expect(one.names()).toEqual(['Render']);
  });

  test('and is renewed is not told any more, and its new end again in time', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const first = at(one, 2 * day);
    one.owns(() => [pro(first)]);
    await one.signIn();
    expect(one.names()).toEqual(['Pro']);
    one.http.on('check', { success: true, info: infoWith('anna', [pro(first + 30 * day)]) });
    await one.handlers.retry({});
    await settled();
    expect(one.names()).toEqual([]);
    one.loader.stop();
    const next = await run(29 * day + hour, { state });
    next.owns(() => [pro(first + 30 * day)]);
    await next.signIn();
    expect(next.names()).toEqual(['Pro']);
  });

  test('by an answer that is off by moments each time is the same end', async () => {
    const state = createFakeLocalState();
    for (const [off, told] of [
      [0, ['Pro']],
      [-3000, []],
      [4000, []],
    ] as const) {
      const one = await run(0, { state });
      const expiry = at(one, 2 * day + off);
      one.owns(() => [pro(expiry)]);
      await one.signIn();
      expect(one.names()).toEqual(told);
      one.loader.stop();
    }
  });

  test('of one account says nothing of another here, and the file names nobody and nothing', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const expiry = at(one, 2 * day);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    await one.handlers.useAnother({});
    expect(one.session().endings).toEqual([]);
    await one.signIn('bob');
    expect(one.names()).toEqual(['Pro']);
    await one.handlers.useAnother({});
    await one.signIn('ANNA');
    expect(one.names()).toEqual([]);
    const { noticesTold } = state.get();
    expect(noticesTold).toHaveLength(2);
    expect(JSON.stringify(noticesTold)).not.toMatch(/pro|anna|bob/i);
  });

  test('with no end, or of which nobody knows one, is never told', async () => {
    const one = await run(0);
    const lifetime = at(one, 30 * 365 * day);
    one.owns(() => [{ subscription: 'Gold', expiry: lifetime }]);
    await one.signIn();
    await one.clock.advance(day);
    expect(one.names()).toEqual([]);
  });

  test('goes when it is over, and is forgotten then', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const [soon, late] = [at(one, 5 * hour), at(one, 90 * day)];
    one.owns(() => [pro(soon), { subscription: 'Render', expiry: late }]);
    await one.signIn();
    expect(state.get().noticesTold).toHaveLength(1);
    await one.clock.advance(6 * hour);
    one.at('ready');
    expect(one.names()).toEqual([]);
    expect(state.get().noticesTold).toEqual([]);
  });

  test('of very many is told of the five soonest', async () => {
    const one = await run(0, { systemNotices: true });
    await one.handlers.allowSystemNotices({ on: true });
    const start = one.clock.now();
    one.owns(() =>
      Array.from({ length: 200 }, (_, index) => ({
        subscription: `Plan ${String(index)}`,
        expiry: start + day + index * 1000,
      })),
    );
    await one.signIn();
    expect(one.names()).toEqual(['Plan 0', 'Plan 1', 'Plan 2', 'Plan 3', 'Plan 4']);
    expect(one.systemNotices.shown).toHaveLength(1 + 5);
  });
});

describe('clocks', () => {
  test("a wrong clock of this computer tells nothing too early: the service's counts", async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state, clockOffsetMs: 10 * day });
    // By this computer's clock it has ended long ago.
    const expiry = one.clock.now() - 10 * day + 5 * day;
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    expect(one.names()).toEqual([]);
    await one.clock.advance(2 * day + minute);
    expect(one.names()).toEqual(['Pro']);
  });

  test('what a clock that was set ahead told too early is told when it is time', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const start = one.clock.now();
    one.owns(() => [pro(start + 5 * day)]);
    await one.signIn();
    await one.handlers.launch({});
    // No answer corrects it while the program runs.
    one.clock.set(start + 4 * day + hour);
    await one.clock.advance(hour);
    expect(one.names()).toEqual(['Pro']);
    one.loader.stop();
    for (const [after, told] of [
      [0, []],
      [2 * day, ['Pro']],
      [2 * day + hour, []],
      [4 * day, ['Pro']],
    ] as const) {
      const next = await run(after, { state });
      next.owns(() => [pro(start + 5 * day)]);
      await next.signIn();
      expect([after / day, next.names()]).toEqual([after / day, told]);
      next.loader.stop();
    }
  });

  test('where no verified answer told the time, nothing is said', async () => {
    const one = await run(0, {
      service: { publicKey: undefined, allowUnsigned: true, challenge: 'off' },
    });
    const expiry = at(one, 2 * day);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    expect(one.names()).toEqual([]);
  });
});

describe('tomorrow', () => {
  test('it is told once more, and then no more', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const start = one.clock.now();
    one.owns(() => [pro(start + 3 * day), { subscription: 'Render', expiry: start + 3 * day }]);
    await one.signIn();
    const ending = one.session().endings.find(({ name }) => name === 'Pro');
    await one.handlers.remindTomorrow({ id: ending?.id ?? '' });
    expect(one.names()).toEqual(['Render']);
    one.loader.stop();
    for (const [after, told] of [
      [hour, []],
      [day + hour, ['Pro']],
      [day + 2 * hour, []],
      [2 * day + hour, ['Pro', 'Render']],
    ] as const) {
      const next = await run(after, { state });
      next.owns(() => [pro(start + 3 * day), { subscription: 'Render', expiry: start + 3 * day }]);
      await next.signIn();
      expect([after / hour, next.names().sort()]).toEqual([after / hour, told]);
      next.loader.stop();
    }
  });

  test('in the same run it comes by itself; what is not shown cannot be moved', async () => {
    const one = await run(0);
    const expiry = at(one, 3 * day);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    const before = one.parts.state.get().noticesTold;
    await one.handlers.remindTomorrow({ id: 'ab'.repeat(16) });
    expect(one.parts.state.get().noticesTold).toEqual(before);
    await one.handlers.remindTomorrow({ id: one.session().endings[0]?.id ?? '' });
    await one.clock.advance(day - minute);
    expect(one.names()).toEqual([]);
    await one.clock.advance(2 * minute);
    expect(one.names()).toEqual(['Pro']);
  });
});

describe('notices of the system', () => {
  async function allowed(options: HarnessOptions = {}) {
    const one = await run(0, { systemNotices: true, ...options });
    await one.handlers.allowSystemNotices({ on: true });
    return one;
  }

  test('are off until the user wants them, and show at once what they look like', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { systemNotices: true, state });
    const expiry = at(one, 2 * day);
    one.owns(() => [pro(expiry)]);
    expect(one.session().systemNotices).toBe(false);
    await one.signIn();
    expect(one.systemNotices.shown).toEqual([]);
    await one.handlers.allowSystemNotices({ on: true });
    await one.handlers.allowSystemNotices({ on: true });
    expect(one.session().systemNotices).toBe(true);
    expect(one.systemNotices.shown).toEqual([{ kind: 'allowed' }]);
    one.loader.stop();
    const next = await run(day + hour, { systemNotices: true, state });
    expect(next.session().systemNotices).toBe(true);
    next.owns(() => [pro(expiry)]);
    await next.signIn();
    expect(next.systemNotices.shown).toEqual([
      { kind: 'ends', subscription: 'Pro', expiresAt: expiry },
    ]);
  });

  test('come once for each that is due, and no more after they were turned off', async () => {
    const one = await allowed();
    const expiry = at(one, 3 * day);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    await one.clock.advance(5 * hour);
    expect(one.systemNotices.shown.map(({ kind }) => kind)).toEqual(['allowed', 'ends']);
    await one.handlers.allowSystemNotices({ on: false });
    await one.clock.advance(2 * day);
    expect(one.names()).toEqual(['Pro']);
    expect(one.systemNotices.shown).toHaveLength(2);
  });

  test('where the computer has none there is nothing to allow', async () => {
    const one = await run(0);
    expect(one.session().systemNotices).toBeNull();
    expect(await one.handlers.allowSystemNotices({ on: true })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(one.parts.state.get().systemNotices).toBe(false);
  });
});
