// The command runner: one action at a time, and an ended action has no further effect.
import { expect, test } from 'vitest';
import { type Action, actionLimitMs, createRunner } from '../../src/main/core/command-runner.ts';
import { createFailures } from '../../src/main/core/failures.ts';
import { createPublisher } from '../../src/main/core/session/publisher.ts';
import { createSavedSignIns } from '../../src/main/core/session/saved-sign-ins.ts';
import { ok } from '../../src/shared/failure.ts';
import { createFakeClock, settled } from '../support/fake-clock.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { createFakeVault } from '../support/fake-vault.ts';
import { createFakeView } from '../support/fake-view.ts';

function createParts() {
  const clock = createFakeClock();
  const log = createFakeLog();
  const view = createFakeView();
  const publisher = createPublisher(view, () => undefined);
  const failures = createFailures(log, () => 'cd'.repeat(32));
  const idle = { times: 0 };
  const lanes = createRunner({
    publisher,
    clock,
    failures,
    onBegin: () => undefined,
    onIdle: () => (idle.times += 1),
  });
  return { clock, log, view, publisher, lanes, idle };
}

const never = () => new Promise<never>(() => undefined);

test('a cancelled action can no longer change the screen', async () => {
  const { lanes, publisher, idle } = createParts();
  let late: Action | null = null;
  const running = lanes.run('start', (action) => {
    late = action;
    return never();
  });
  let putBack = 0;
  lanes.cancel(() => (putBack += 1));
  expect(await running).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  const before = publisher.session();
  const action = late as Action | null; // assigned in the callback
  action?.move({
    kind: 'signed-in',
    account: { username: 'anna', subscriptions: [], dates: 'current' },
  });
  action?.step('signing-in');
  action?.notice({ kind: 'app-exited', exitCode: 3, signal: null });
  expect(publisher.session()).toBe(before);
  expect([putBack, idle.times]).toEqual([1, 1]);
});

test('a cancel rolls back immediately, except after a commit', async () => {
  const { lanes } = createParts();
  const undone: string[] = [];
  void lanes.run('start', (action) => {
    action.onCancel(() => undone.push('first'));
    return never();
  });
  lanes.cancel(() => undone.push('screen'));
  expect(undone).toEqual(['first', 'screen']);
  const committed = lanes.run('start', async (action) => {
    action.limit();
    action.onCancel(() => undone.push('never'));
    action.commit();
    await settled();
    return ok(action.ended());
  });
  lanes.cancel(() => undone.push('never'));
  expect(await committed).toEqual({ ok: true, value: null });
  expect(undone).toEqual(['first', 'screen']);
});

test('an action can detect its timeout and finish', async () => {
  const { lanes, clock } = createParts();
  const running = lanes.run('start', async (action) => {
    action.limit();
    await new Promise<void>((resolve) => action.signal.addEventListener('abort', () => resolve()));
    return ok([action.ended(), action.isLive()]);
  });
  await clock.advance(actionLimitMs);
  expect(await running).toEqual({ ok: true, value: ['timeout', true] });
  expect(clock.pending()).toBe(0);
});

test('background work shows no steps, yields to commands, and logs its exceptions', async () => {
  const { lanes, publisher, log } = createParts();
  lanes.runInBackground(async (action) => {
    action.step('connecting');
    await settled();
    throw new Error('broken');
  });
  expect(lanes.isIdle()).toBe(false);
  await settled();
  await settled();
  expect(publisher.session().step).toBeNull();
  expect(log.entries).toMatchObject([{ level: 'error', event: 'background work failed' }]);
  let overtaken: Action | null = null;
  lanes.runInBackground((action) => {
    overtaken = action;
    return never();
  });
  expect(await lanes.run('start', () => Promise.resolve(ok(1)))).toEqual({
    ok: true,
    value: 1,
  });
  expect((overtaken as Action | null)?.ended()).toBe('cancelled'); // assigned in the callback
});

test('a command that throws does not block the next command', async () => {
  const { lanes } = createParts();
  const broken = lanes.run('start', () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(await lanes.run('start', () => Promise.resolve(ok(2)))).toMatchObject({
    ok: true,
  });
});

test('no action starts after stop', async () => {
  const { lanes, idle } = createParts();
  const running = lanes.run('start', never);
  lanes.stop();
  expect(await running).toMatchObject({ failure: { code: 'cancelled' } });
  expect(await lanes.run('start', never)).toMatchObject({ failure: { code: 'busy' } });
  lanes.runInBackground(never);
  expect([lanes.isIdle(), idle.times]).toEqual([true, 0]);
});

test('key store operations run one at a time, even after a failure', async () => {
  const vault = createFakeVault();
  const order: string[] = [];
  let finishSave: () => void = () => undefined;
  const savedSignIns = createSavedSignIns(
    {
      ...vault,
      save: async () => {
        order.push('save begins');
        await new Promise<void>((resolve) => (finishSave = resolve));
        order.push('save ends');
        throw new Error('no room');
      },
      remove: () => {
        order.push('remove');
        return Promise.resolve({ ok: true });
      },
    },
    () => undefined,
  );
  const saving = savedSignIns.save({ kind: 'key', key: 'a' }, { auto: true, replacesId: null });
  const removing = savedSignIns.remove(['a']);
  await settled();
  finishSave();
  await expect(saving).rejects.toThrow('no room');
  await removing;
  expect(order).toEqual(['save begins', 'save ends', 'remove']);
});
