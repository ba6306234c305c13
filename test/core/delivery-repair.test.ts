// Repair keeps the installed version. If the service has it no longer, the button says that the
// repair updates.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import {
  atProgram,
  done,
  newestRun,
  releaseOf,
  taskOf,
  type DeliveryHarness,
} from './delivery-harness.ts';

const installed = releaseOf(4, { manifestSha256: 'a'.repeat(64) });
const newer = releaseOf(5, { manifestSha256: 'b'.repeat(64) });

/** A service that offers `newer`, and version 2.4 while `has` returns true. */
function serve({ http }: DeliveryHarness, has: () => boolean): void {
  http.on('release', ({ params }) => ({
    success: true,
    release: params['sequence'] === undefined ? newer : has() ? installed : null,
  }));
}

async function atInstalled(has: () => boolean, config: object = {}): Promise<DeliveryHarness> {
  const harness = await atProgram({ installed: 4, offered: newer, config });
  serve(harness, has);
  return harness;
}

test('repairs the installed release while a newer one is offered', async () => {
  const harness = await atInstalled(() => true);
  await harness.handlers.repairProgram({});
  await settled();
  expect(newestRun(harness)).toMatchObject({ kind: 'repair', offer: { sequence: 4 } });
  expect(await newestRun(harness).run.renew()).toMatchObject({ sequence: 4 });
  harness.store.completeRun();
  await settled();
  expect(harness.program()).toMatchObject({
    installed: { version: '2.4' },
    available: { version: '2.5' },
    repairsTo: null,
  });
});

test('shows the manifest that it repairs, so that an account may lack the feature of its release', async () => {
  const harness = await atProgram({ installed: 4, offered: null });
  harness.http.on('release', ({ params }) => ({
    success: true,
    ...(params['manifest'] === installed.manifestSha256
      ? { release: installed }
      : { release: null, needs: 'beta' }),
  }));
  await harness.handlers.repairProgram({});
  await settled();
  expect(newestRun(harness)).toMatchObject({ kind: 'repair', offer: { sequence: 4 } });
});

test('says that a repair updates before it does, if the installed release is gone', async () => {
  const harness = await atInstalled(() => false);
  expect(harness.program().repairsTo).toBeNull();
  await harness.handlers.repairProgram({});
  await settled();
  expect(harness.store.runs).toHaveLength(0);
  expect(taskOf(harness)).toMatchObject({
    kind: 'repair',
    state: 'failed',
    failure: { code: 'program-withdrawn' },
  });
  expect(harness.program().repairsTo).toBe('2.5');
  expect(await harness.handlers.resumeTask({ id: taskOf(harness).id })).toEqual(done);
  await settled();
  expect(newestRun(harness).offer).toMatchObject({ sequence: 5 });
  harness.store.completeRun();
  await settled();
  expect(harness.program()).toMatchObject({ installed: { version: '2.5' }, repairsTo: null });
});

test('takes the release of a service that ignores the sequence for another one', async () => {
  const harness = await atProgram({ installed: 4, offered: newer });
  await harness.handlers.repairProgram({});
  await settled();
  expect(harness.store.runs).toHaveLength(0);
  expect(harness.program().repairsTo).toBe('2.5');
});

test('says that a repair updates if the installed version must be updated', async () => {
  const harness = await atInstalled(() => true, { policy: 'required' });
  expect(harness.program().repairsTo).toBe('2.5');
  await harness.handlers.repairProgram({});
  await settled();
  expect(newestRun(harness).offer).toMatchObject({ sequence: 5 });
});
