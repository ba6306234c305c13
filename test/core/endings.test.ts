// Announcements of subscriptions that end: three days and one day before the end, once each, also
// across restarts. They are separate for each account and subscription, and follow renewals.
import { describe, expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { at, day, hour, infoWith, pro, run, runs } from './endings-parts.ts';

describe('an ending subscription', () => {
  test('is announced once three days before the end and once on the last day, across restarts', async () => {
    const answer = await runs(
      (start) => [pro(start + 4 * day)],
      [0, day, day + hour, 2 * day, 3 * day, 3 * day + hour, 4 * day - hour],
    );
    expect(answer).toEqual([[], ['Pro'], [], [], ['Pro'], [], []]);
  });

  test('is announced when due without a restart, even while the program runs', async () => {
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

  test('is announced once, on the last day, if the first notice was missed', async () => {
    const answer = await runs(
      (start) => [pro(start + 4 * day)],
      [0, 3 * day + hour, 3 * day + hour],
    );
    expect(answer).toEqual([[], ['Pro'], []]);
  });

  test('stays announced until the user closes its notice, separately from others', async () => {
    const one = await run(0);
    const [sooner, later] = [at(one, 2 * day), at(one, 2 * day + hour)];
    one.owns(() => [{ subscription: 'Render', expiry: later }, pro(sooner)]);
    await one.signIn();
    expect(one.names()).toEqual(['Pro', 'Render']);
    await one.clock.advance(5 * hour);
    expect(one.names()).toEqual(['Pro', 'Render']);
    const [first] = one.session().endings;
    await one.handlers.closeEndingNotice({ id: first?.id ?? '' });
    expect(one.names()).toEqual(['Render']);
    await one.clock.advance(5 * hour);
    expect(one.names()).toEqual(['Render']);
  });

  test('is not announced again after a renewal until the new end is near', async () => {
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

  test('is not announced again if its reported end differs by a few seconds', async () => {
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

  test('is recorded per account, and the file reveals no names', async () => {
    const state = createFakeLocalState();
    const one = await run(0, { state });
    const expiry = at(one, 2 * day);
    one.owns(() => [pro(expiry)]);
    await one.signIn();
    await one.handlers.useAnotherAccount({});
    expect(one.session().endings).toEqual([]);
    await one.signIn('bob');
    expect(one.names()).toEqual(['Pro']);
    await one.handlers.useAnotherAccount({});
    await one.signIn('ANNA');
    expect(one.names()).toEqual([]);
    const { noticesTold } = state.get();
    expect(noticesTold).toHaveLength(2);
    expect(JSON.stringify(noticesTold)).not.toMatch(/pro|anna|bob/i);
  });

  test('is never announced without a known end', async () => {
    const one = await run(0);
    const lifetime = at(one, 30 * 365 * day);
    one.owns(() => [{ subscription: 'Gold', expiry: lifetime }]);
    await one.signIn();
    await one.clock.advance(day);
    expect(one.names()).toEqual([]);
  });

  test('disappears when it has ended, and its record is removed', async () => {
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

  test('is announced only if it is one of the five that end first', async () => {
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
    expect(one.systemNotices.shown).toHaveLength(1 + 1);
  });
});
