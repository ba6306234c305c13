// When the end of a subscription is announced: by the service's clock, again tomorrow if postponed,
// and as a desktop notification if the user has turned them on.
import { describe, expect, test } from 'vitest';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { at, day, hour, minute, pro, run } from './endings-parts.ts';
import type { HarnessOptions } from './harness.ts';

describe('clocks', () => {
  test("a wrong local clock causes no early notice, because the service's clock applies", async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state, clockOffsetMs: 10 * day });
    // By this computer's clock, the subscription ended long ago.
    const expiry = one.clock.now() - 10 * day + 5 * day;
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    expect(one.names()).toEqual([]);
    await one.clock.advance(2 * day + minute);
    expect(one.names()).toEqual(['Pro']);
  });

  test('a notice that a fast clock showed too early is shown again in time', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const start = one.clock.now();
    one.owns(() => [pro(start + 5 * day)]);
    await one.signIn();
    await one.handlers.launch({});
    // While the program runs, no answer corrects the clock.
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

  test('no notice is shown without a verified time', async () => {
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
  test('a postponed notice is shown exactly once more', async () => {
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

  test('a postponed notice appears within the same run, and only a shown notice can be postponed', async () => {
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

describe('desktop notifications', () => {
  async function allowed(options: HarnessOptions = {}) {
    const one = await run(0, { systemNotices: true, ...options });
    await one.handlers.allowSystemNotices({ on: true });
    return one;
  }

  test('are off until the user turns them on, which shows an example', async () => {
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

  test('are shown once a day in the last week, also across restarts', async () => {
    const state = createFakeLocalState();
    const one = await allowed({ state });
    const expiry = at(one, 7 * day + 2 * hour);
    const owned = [pro(expiry), { subscription: 'Render', expiry: expiry + 60 }];
    one.owns(() => owned);
    await one.signIn();
    const ends = () => one.systemNotices.shown.filter(({ kind }) => kind === 'ends');
    expect(ends()).toEqual([]);
    await one.clock.advance(3 * hour);
    const notice = { kind: 'ends', subscription: 'Pro', expiresAt: expiry };
    expect(ends()).toEqual([notice]);
    await one.clock.advance(20 * hour);
    expect(ends()).toHaveLength(1);
    await one.clock.advance(2 * day);
    expect(ends()).toHaveLength(3);
    one.loader.stop();
    const next = await run(2 * day + 23 * hour + hour, { systemNotices: true, state });
    next.owns(() => owned);
    await next.signIn();
    expect(next.systemNotices.shown).toEqual([]);
    await next.clock.advance(day);
    expect(next.systemNotices.shown).toEqual([notice]);
  });

  test('are not shown after they are turned off', async () => {
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

  test('cannot be turned on without support of the system', async () => {
    const one = await run(0);
    expect(one.session().systemNotices).toBeNull();
    expect(await one.handlers.allowSystemNotices({ on: true })).toMatchObject({
      failure: { code: 'invalid-input' },
    });
    expect(one.parts.state.get().systemNotices).toBe(false);
  });
});
