// The button of an update names the bytes that the update downloads, after the reuse of chunks.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import {
  createDeliveryHarness,
  releaseOf,
  taskOf,
  type DeliveryHarness,
} from './delivery-harness.ts';
import { anna } from './harness.ts';

async function atUpdate(downloadBytes: number | null): Promise<DeliveryHarness> {
  const harness = createDeliveryHarness({
    installed: 4,
    offered: releaseOf(5, { manifestSha256: 'b'.repeat(64) }),
  });
  harness.store.downloadBytes = downloadBytes;
  await harness.loader.start();
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  await settled();
  return harness;
}

test('an update shows the bytes that it downloads', async () => {
  const harness = await atUpdate(9_000_000);
  expect(harness.program().available).toMatchObject({ version: '2.5', stored: 9_000_000 });
});

test('an update shows no size if its size cannot be measured', async () => {
  const harness = await atUpdate(null);
  expect(harness.program().available).toMatchObject({ version: '2.5', stored: null });
});

test('an update is measured again after its unfinished files were removed', async () => {
  const harness = await atUpdate(4_000_000);
  await harness.handlers.installProgram({});
  await settled();
  harness.store.downloadBytes = 9_000_000;
  await harness.handlers.cancelTask({ id: taskOf(harness).id });
  await settled();
  expect(harness.program().available).toMatchObject({ stored: 9_000_000 });
});

test('an installation shows the size of all chunks', async () => {
  const harness = createDeliveryHarness();
  harness.store.downloadBytes = 1;
  await harness.loader.start();
  await harness.handlers.signIn({ ...anna, remember: false });
  await harness.clock.advance(0);
  await settled();
  expect(harness.program().available).toMatchObject({ stored: 96_000_000 });
});
