// Changes of this computer's parts since an account last signed in here. They are reported if the
// account is linked to another computer, and at the next successful sign-in. The loader reports
// only the names of the parts, and saves only hashes of their values.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openLocalState } from '../../src/main/adapters/local-state.ts';
import { maxAccountDevices } from '../../src/main/core/saved-state.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { createFakeLog } from '../support/fake-log.ts';
import { refusal } from '../support/fake-http.ts';
import { settled } from '../support/fake-clock.ts';
import { atForm, checkEveryMs, form, type Harness } from './harness.ts';

type Values = Harness['hardware']['values'];
type State = ReturnType<typeof createFakeLocalState>;

/** Starts a loader on this computer, whose parts have the given values. */
async function run(state: State, values: Values = {}, install: string | null = 'a'.repeat(64)) {
  const harness = await atForm({ state });
  Object.assign(harness.hardware, { values, install });
  const signIn = async (username = 'anna') => {
    await harness.handlers.signIn({ ...form, username });
    await settled();
  };
  return { ...harness, signIn };
}

async function signedInBefore(values: Values = {}, username = 'anna'): Promise<State> {
  const state = createFakeLocalState();
  const before = await run(state, values);
  await before.signIn(username);
  before.at('ready');
  return state;
}

async function refusedWith(state: State, values: Values = {}, install?: string | null) {
  const now = await run(state, values, install);
  now.http.on('login', refusal('wrong-device'));
  await now.signIn();
  return now;
}

const numbered = { platformUuid: '4c4c4544-0043-5310' };

describe('on a computer that is not linked to the account', () => {
  test.each<[string, Values, Values, readonly [string, string][]]>([
    ['the board', {}, { boardModel: 'Z2' }, [['board', 'other']]],
    ['the maker of the board', {}, { boardVendor: 'Other' }, [['board', 'other']]],
    [
      'several parts',
      numbered,
      { osId: 'a1-b2-c3', cpuBrand: 'Acme 9000', platformUuid: '9911-7' },
      [
        ['system', 'other'],
        ['processor', 'other'],
        ['machine', 'other'],
      ],
    ],
    ['no part', numbered, numbered, []],
    ['only the spelling of a part', {}, { cpuBrand: ' ACME  8000 ' }, []],
    ['a part that is no longer reported', numbered, {}, [['machine', 'gone']]],
    ['a part that was not reported before', {}, numbered, [['machine', 'new']]],
    ['one of two names of the board', {}, { boardModel: 'Default string' }, [['board', 'other']]],
  ])('the reported changes match a change of %s', async (_, before, values, changes) => {
    const { at } = await refusedWith(await signedInBefore(before), values);
    expect(at('wrong-device').changes).toEqual(changes.map(([part, kind]) => ({ part, kind })));
  });

  test('a user who never signed in here gets no changes', async () => {
    const { at } = await refusedWith(await signedInBefore({}, 'bob'), { boardModel: 'Z2' });
    expect(at('wrong-device').changes).toBeUndefined();
  });

  test('Retry reports the same changes, because a refused sign-in is not saved', async () => {
    const state = await signedInBefore();
    const { handlers, at } = await refusedWith(state, { boardModel: 'Z2' });
    const first = at('wrong-device');
    await handlers.retry({});
    expect(at('wrong-device')).toBe(first);
    const again = await refusedWith(state, { boardModel: 'Z2' });
    expect(again.at('wrong-device').changes).toEqual([{ part: 'board', kind: 'other' }]);
  });

  test('an unreadable part is not reported, because there is no device id', async () => {
    const state = await signedInBefore();
    const kept = state.get().deviceParts;
    const now = await run(state);
    now.hardware.works = false;
    await now.signIn();
    expect(now.at('unreachable').failure.code).toBe('hardware-unavailable');
    expect(state.get().deviceParts).toEqual(kept);
    now.hardware.works = true;
    now.http.on('login', refusal('wrong-device'));
    await now.handlers.retry({});
    expect(now.at('wrong-device').changes).toEqual([]);
  });

  test('no changes are known with another installation id, or without a saved one', async () => {
    for (const install of ['b'.repeat(64), null]) {
      const { at } = await refusedWith(await signedInBefore(), { boardModel: 'Z2' }, install);
      expect(at('wrong-device').changes).toBeUndefined();
    }
  });

  test('a check of a signed-in user reports changes too', async () => {
    const state = createFakeLocalState();
    const { signIn, http, clock, at } = await run(state);
    await signIn();
    http.on('check', refusal('wrong-device'));
    await clock.advance(checkEveryMs);
    await settled();
    expect(at('wrong-device').changes).toEqual([]);
  });
});

test('a user who can sign in again sees the changes, and later sign-ins compare with the new parts', async () => {
  const state = await signedInBefore();
  const moved = await run(state, { boardModel: 'Z2' });
  await moved.signIn();
  expect(moved.at('ready').account.changes).toEqual([{ part: 'board', kind: 'other' }]);
  await moved.clock.advance(checkEveryMs);
  await settled();
  expect(moved.at('ready').account.changes).toEqual([{ part: 'board', kind: 'other' }]);
  const next = await run(state, { boardModel: 'Z2' });
  await next.signIn();
  expect(next.at('ready').account.changes).toBeUndefined();
});

test('the parts of each account are saved separately, and the least recently used are evicted', async () => {
  const state = createFakeLocalState();
  const early = await run(state);
  await early.signIn('bob');
  const late = await run(state, { boardModel: 'Z2' });
  for (let index = 0; index < maxAccountDevices - 1; index += 1) {
    await late.signIn(`user${String(index)}`);
    await late.handlers.useAnotherAccount({});
  }
  expect(state.get().deviceParts).toHaveLength(maxAccountDevices);
  await late.signIn('bob');
  expect(late.at('ready').account.changes).toEqual([{ part: 'board', kind: 'other' }]);
  await late.handlers.useAnotherAccount({});
  await late.signIn('one more');
  expect(state.get().deviceParts).toHaveLength(maxAccountDevices);
  await late.handlers.useAnotherAccount({});
  late.http.on('login', refusal('wrong-device'));
  await late.signIn('user0');
  expect(late.at('wrong-device').changes).toBeUndefined();
});

test('file and snapshot contain no value of a part, no user name and no full device id', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'latchkey-parts-'));
  const log = createFakeLog();
  const state = openLocalState({ folder, writable: true, log });
  const { signIn, view } = await run(state, numbered);
  await signIn();
  await state.settled();
  const file = path.join(folder, 'state.json');
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    deviceParts: [
      { parts: { board: expect.stringMatching(/^[0-9a-f]{16}$/) as string } }, // a matcher
    ],
  });
  for (const secret of ['acme', 'Acme', '3f2a9c44', '4c4c4544', 'anna'])
    expect(text).not.toContain(secret);
  const drawn = JSON.stringify(view.published);
  for (const secret of ['Acme', '3f2a9c44', '4c4c4544']) expect(drawn).not.toContain(secret);
  // Only damaged entries are dropped. A broken file loses all entries, but does not block sign-ins.
  const [entry] = state.get().deviceParts;
  const damaged = [{ account: 'anna', parts: {} }, { ...entry, parts: { board: 'Acme' } }, entry];
  await writeFile(file, JSON.stringify({ v: 1, deviceParts: damaged }));
  expect(openLocalState({ folder, writable: true, log }).get().deviceParts).toEqual([entry]);
  await writeFile(file, '{');
  const forgotten = openLocalState({ folder, writable: true, log });
  const next = await run(forgotten, { boardModel: 'Z2' });
  await next.signIn();
  expect(next.at('ready').account.changes).toBeUndefined();
  await forgotten.settled();
  await rm(folder, { recursive: true });
});
