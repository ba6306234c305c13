// A loader asks for releases of its own platform, and then of the one that its system emulates.
import { expect, test } from 'vitest';
import { settled } from '../support/fake-clock.ts';
import {
  atProgram,
  newestRun,
  releaseOf,
  type DeliveryHarness,
  type DeliveryOptions,
} from './delivery-harness.ts';

const own = 'linux-x64';
const emulated = 'linux-ia32';

/** Signs in at a service that offers a sequence for each of these platforms, and asks again. */
async function at(
  sequences: Readonly<Record<string, number>>,
  options: DeliveryOptions = {},
): Promise<DeliveryHarness> {
  const harness = await atProgram({ emulatedPlatform: emulated, offered: null, ...options });
  harness.http.on('release', ({ params }) => {
    const sequence = sequences[params['platform'] ?? ''];
    const hash = { manifestSha256: 'a'.repeat(64) };
    return { success: true, release: sequence === undefined ? null : releaseOf(sequence, hash) };
  });
  harness.http.sent.length = 0;
  await harness.handlers.retry({});
  await settled();
  return harness;
}

const asked = ({ http }: DeliveryHarness) =>
  http.sent
    .filter(({ params }) => params['type'] === 'release')
    .map(({ params }) => params['platform']);

test('the emulated platform is asked for second, and its release is installed', async () => {
  const harness = await at({ [emulated]: 5 });
  expect(asked(harness)).toEqual([own, emulated]);
  await harness.handlers.installProgram({});
  await settled();
  expect(newestRun(harness).offer).toMatchObject({ sequence: 5, emulated });
});

test('the emulated platform is not asked for if a release of the own one requires a feature', async () => {
  const harness = await at({ [emulated]: 5 });
  harness.http.on('release', () => ({ success: true, release: null, needs: 'beta' }));
  harness.http.sent.length = 0;
  await harness.handlers.retry({});
  await settled();
  expect(asked(harness)).toEqual([own]);
});

test('a release of the own platform is preferred, whatever its sequence', async () => {
  const harness = await at({ [own]: 1, [emulated]: 9 });
  expect(asked(harness)).toEqual([own]);
  expect(harness.program().available).toMatchObject({ version: '2.1' });
});

test('the emulated platform is not asked for over a program of the own platform', async () => {
  const harness = await at({ [emulated]: 9 }, { installed: 5 });
  expect(asked(harness)).toEqual([own]);
  expect(harness.program()).toMatchObject({ available: null, next: 'launch' });
});

test('a release of the own platform replaces an emulated one with a higher sequence', async () => {
  const harness = await at({ [own]: 1, [emulated]: 9 }, { installed: 5, emulated });
  expect(harness.program().available).toMatchObject({ version: '2.1' });
});

test.each([
  [5, null],
  [6, { version: '2.6' }],
])('an emulated program with sequence 5 is updated by its own line: %i', async (next, shown) => {
  const harness = await at({ [emulated]: next }, { installed: 5, emulated });
  expect(asked(harness)).toEqual([own, emulated]);
  const { available } = harness.program();
  if (shown === null) expect(available).toBeNull();
  else expect(available).toMatchObject(shown);
});

test('an emulated program is repaired by the release of its platform', async () => {
  const harness = await at({ [emulated]: 5 }, { installed: 5, emulated });
  harness.http.sent.length = 0;
  await harness.handlers.repairProgram({});
  await settled();
  expect(asked(harness)).toEqual([emulated]);
  expect(newestRun(harness)).toMatchObject({ kind: 'repair', offer: { sequence: 5, emulated } });
});

test('nothing else is asked for where the system emulates nothing', async () => {
  const harness = await atProgram({ offered: null });
  expect(asked(harness)).toEqual([own]);
});
