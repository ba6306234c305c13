// When the device record is read, opened and saved, and what happens if it cannot be opened.
import { expect, test } from 'vitest';
import { actionLimitMs } from '../../src/main/core/command-runner.ts';
import { createFakeDeviceRecords } from '../support/fake-device-records.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeHardware } from '../support/fake-hardware.ts';
import { board, cpu, linux, otherBoard, start, uuid, windows } from './computers.ts';
import { atForm, form } from './harness.ts';

test('the parts follow each accepted sign-in, so that a computer can change part by part', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  const known = await first.id();
  await first.remember(true);
  let facts = windows;
  for (const change of [
    cpu,
    { ...board, ...uuid },
    { ...otherBoard },
    { cpuBrand: 'AMD Ryzen 9' },
  ]) {
    facts = { ...facts, ...change };
    const device = start(records, facts);
    expect(await device.id()).toBe(known);
    await device.remember(true);
  }
  expect(await start(records, facts).id()).toBe(known);
  expect(records.openCount).toBe(5);
});

test('parts of a refused sign-in do not follow', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  const known = await first.id();
  await first.remember(true);
  expect(await start(records, { ...windows, ...cpu }).id()).toBe(known);
  const both = { ...windows, ...cpu, ...otherBoard, ...uuid };
  expect(await start(records, both).id()).not.toBe(known);
  expect(await start(records, windows).id()).toBe(known);
});

test('a record of an unchanged computer is not opened', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  await first.id();
  await first.remember(true);
  const written = records.saved;
  const next = start(records, windows);
  await next.id();
  await next.remember(true);
  expect(records.openCount).toBe(0);
  expect(records.saved).toBe(written);
});

test('a new computer that is accepted gets its own record', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  await first.id();
  await first.remember(true);
  const other = start(records, linux);
  const id = await other.id();
  await other.remember(true);
  expect(records.saved?.record.deviceId).toBe(id);
});

test('a record holds no fact, only keyed hashes', async () => {
  const records = createFakeDeviceRecords();
  const device = start(records, windows);
  await device.id();
  await device.remember(true);
  const text = JSON.stringify(records.saved).toLowerCase();
  for (const value of Object.values(windows)) expect(text).not.toContain(value.toLowerCase());
  expect(Object.keys(records.saved?.record.facts ?? {})).toHaveLength(5);
});

/** A computer with a saved id and another processor since. */
async function repaired() {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  const known = await first.id();
  await first.remember(true);
  return { records, known, run: () => start(records, { ...windows, ...cpu }) };
}

test.each([
  ['unavailable', false],
  ['locked', true],
] as const)(
  'an id that is kept waits for a record that is %s, and no other record replaces it',
  async (failure, isLocked) => {
    const { records, known, run } = await repaired();
    const written = records.saved;
    records.failure = failure;
    const device = run();
    expect(await device.id()).toBeNull();
    expect(device.isLocked()).toBe(isLocked);
    await device.remember(true);
    expect(records.saved).toBe(written);
    records.failure = null;
    const next = run();
    expect(await next.id()).toBe(known);
    expect(next.isLocked()).toBe(false);
  },
);

test('a computer computes its id while its record is given up, and keeps the record', async () => {
  const { records, known, run } = await repaired();
  const written = records.saved;
  records.failure = 'given-up';
  const device = run();
  const alone = await start(createFakeDeviceRecords(), { ...windows, ...cpu }).id();
  expect(await device.id()).toBe(alone);
  await device.remember(true);
  expect(records.saved).toBe(written);
  records.failure = null;
  expect(await run().id()).toBe(known);
});

test.each([
  ['locked', 'key-store-locked'],
  ['unavailable', 'hardware-unavailable'],
] as const)('a sign-in with a record that is %s fails with %s', async (found, code) => {
  const load = () => Promise.resolve(found);
  const deviceRecords = { ...createFakeDeviceRecords(), load };
  const { handlers, hardware, at, session } = await atForm({ deviceRecords });
  hardware.install = '5'.repeat(64);
  await handlers.signIn(form);
  await settled();
  expect(at('unreachable').failure.code).toBe(code);
  // Only a new start opens a locked record.
  expect(session().nextRetryAt === null).toBe(found === 'locked');
});

test('an id that is kept waits for the key of its hashes, if that may be read later', async () => {
  const { records, known } = await repaired();
  const hardware = createFakeHardware();
  const device = start(records, { ...windows, ...cpu }, hardware);
  const { install } = hardware;
  Object.assign(hardware, { install: null, isBusy: true });
  expect(await device.id()).toBeNull();
  hardware.install = install;
  expect(await device.id()).toBe(known);
});

test('a computer whose key of the hashes is not readable computes its id', async () => {
  const { records, known } = await repaired();
  const written = records.saved;
  const hardware = createFakeHardware();
  const device = start(records, windows, hardware);
  hardware.install = null;
  expect(await device.id()).toBe(known);
  await device.remember(true);
  expect(records.saved).toBe(written);
});

test('a computer without a record has an id without the key of the hashes', async () => {
  const hardware = createFakeHardware();
  const device = start(createFakeDeviceRecords(), windows, hardware);
  hardware.install = null;
  expect(await device.id()).toMatch(/^[0-9a-f]{64}$/);
});

test('reading ahead opens no record', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  await first.id();
  await first.remember(true);
  const device = start(records, { ...windows, ...cpu });
  await device.readAhead();
  expect([device.isHardwareRead(), device.isKnown()]).toEqual([true, false]);
  expect(records.openCount).toBe(0);
});

test('without a use of the key store, only a record that was opened is replaced', async () => {
  const records = createFakeDeviceRecords();
  const first = start(records, windows);
  await first.id();
  await first.remember(false);
  expect(records.saved).toBeNull();
  await first.remember(true);
  const written = records.saved;
  const device = start(records, { ...windows, ...cpu });
  await device.id();
  await device.remember(false);
  expect(records.saved).not.toBe(written);
});

test.each([false, true])('a sign-in saves the id only with the account: %s', async (remember) => {
  const deviceRecords = createFakeDeviceRecords();
  const { handlers, hardware, at } = await atForm({ deviceRecords });
  hardware.install = '5'.repeat(64);
  await handlers.signIn({ ...form, remember });
  await settled();
  at('ready');
  expect(deviceRecords.saved !== null).toBe(remember);
});

test('the time limit of a sign-in does not include the prompt of the key store', async () => {
  const deviceRecords = createFakeDeviceRecords();
  let answer: () => void = () => undefined;
  const prompt = new Promise<void>((resolve) => (answer = resolve));
  const load = () => prompt.then(() => null);
  const harness = await atForm({ deviceRecords: { ...deviceRecords, load } });
  const { handlers, hardware, clock, at } = harness;
  hardware.install = '5'.repeat(64);
  const signingIn = handlers.signIn(form);
  await settled();
  await clock.advance(actionLimitMs + 1);
  expect(harness.session().step).toBe('reading-device');
  answer();
  await signingIn;
  at('ready');
});
