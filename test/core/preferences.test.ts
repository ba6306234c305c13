// Settings of this computer: which ones the snapshot offers, how they are saved, and which ones a
// host does not support.
import { describe, expect, test } from 'vitest';
import { launchAfterMs } from '../../src/main/core/flows/auto-launch.ts';
import type { CommandInput } from '../../src/shared/contract.ts';
import { settled } from '../support/fake-clock.ts';
import { createFakeDesktop } from '../support/fake-desktop.ts';
import { createFakeLocalState } from '../support/fake-local-state.ts';
import { atForm, createHarness, form, type HarnessOptions } from './harness.ts';

const done = { ok: true, value: null };
const refused = { ok: false, failure: { code: 'invalid-input' } };

function open(options: HarnessOptions = {}) {
  const state = createFakeLocalState();
  const desktop = createFakeDesktop((zoom) => state.change({ zoom }));
  const harness = createHarness({ desktop, state, ...options });
  const preferences = () => harness.session().preferences;
  return { ...harness, desktop, state, preferences };
}

describe('the window', () => {
  test('gets the chosen theme, which is saved', async () => {
    const { handlers, desktop, state, preferences } = open();
    expect(preferences().theme).toBe('system');
    expect(await handlers.choosePreference({ name: 'theme', value: 'dark' })).toEqual(done);
    expect([preferences().theme, state.get().theme, desktop.themes]).toEqual([
      'dark',
      'dark',
      ['dark'],
    ]);
    expect(preferences().textSize).toBe(100);
  });

  test('gets the chosen text size, and reports a size chosen with the keyboard', async () => {
    const { handlers, desktop, state, preferences } = open();
    expect(await handlers.choosePreference({ name: 'textSize', value: 125 })).toEqual(done);
    expect([preferences().textSize, desktop.zooms]).toEqual([125, [125]]);
    state.change({ zoom: 110 });
    desktop.pressZoom();
    expect(preferences()).toMatchObject({ textSize: 110, theme: 'system' });
  });
});

describe('the start with the system', () => {
  test('is read at the start, changed and read again', async () => {
    const { handlers, desktop, preferences } = open();
    expect(preferences().startWithSystem).toBeNull();
    await settled();
    expect(preferences().startWithSystem).toBe(false);
    const on = { name: 'startWithSystem', value: true } as const;
    expect(await handlers.choosePreference(on)).toEqual(done);
    expect([preferences().startWithSystem, desktop.startsWithSystem]).toEqual([true, true]);
  });

  test('reports a refusal, and shows the actual state', async () => {
    const { handlers, desktop, preferences } = open();
    desktop.refuses = true;
    const on = { name: 'startWithSystem', value: true } as const;
    expect(await handlers.choosePreference(on)).toMatchObject({
      ok: false,
      failure: { code: 'setting-refused' },
    });
    expect(preferences().startWithSystem).toBe(false);
  });

  test('is read again when the window is shown', async () => {
    const { handlers, desktop, preferences } = open();
    await settled();
    // The user turns it on in the system's settings, and chooses another program for links.
    desktop.startsWithSystem = true;
    desktop.opensLinks = false;
    expect(await handlers.wake({ because: 'shown' })).toEqual(done);
    await settled();
    expect(preferences()).toMatchObject({ startWithSystem: true, opensLinks: false });
  });

  test('ignores a reading that ends after a newer one', async () => {
    const { promise: late, resolve: endLate } = Promise.withResolvers<boolean>();
    const readings = [Promise.resolve(false), late, Promise.resolve(true)];
    const autostart = {
      isOn: () => readings.shift() ?? Promise.resolve(true),
      set: () => Promise.resolve(true),
    };
    const desktop = { ...createFakeDesktop(() => undefined), autostart };
    const { handlers, session } = createHarness({ desktop });
    await settled();
    await handlers.wake({ because: 'shown' });
    await handlers.choosePreference({ name: 'startWithSystem', value: true });
    endLate(false);
    await settled();
    expect(session().preferences.startWithSystem).toBe(true);
  });
});

test('links are claimed from another program, or the refusal is reported', async () => {
  const { handlers, desktop, preferences } = open();
  desktop.opensLinks = false;
  desktop.refuses = true;
  const here = { name: 'opensLinks', value: true } as const;
  const failure = { code: 'setting-refused' };
  expect(await handlers.choosePreference(here)).toMatchObject({ ok: false, failure });
  expect(preferences().opensLinks).toBe(false);
  desktop.refuses = false;
  expect(await handlers.choosePreference(here)).toEqual(done);
  expect(preferences().opensLinks).toBe(true);
});

test.each<CommandInput<'choosePreference'>>([
  { name: 'theme', value: 'dark' },
  { name: 'textSize', value: 125 },
  { name: 'startWithSystem', value: true },
  { name: 'launchWhenSignedIn', value: true },
  { name: 'opensLinks', value: true },
])('refuses $name if the host or the seller does not offer it', async (choice) => {
  const { handlers, parts, session } = createHarness();
  const before = parts.state.get();
  expect(session().preferences).toEqual({
    theme: null,
    textSize: null,
    launchWhenSignedIn: null,
    startWithSystem: null,
    opensLinks: null,
  });
  expect(await handlers.choosePreference(choice)).toMatchObject(refused);
  expect(parts.state.get()).toEqual(before);
});

describe('the automatic launch', () => {
  /** Returns whether the loader launches the program after a sign-in. */
  async function launches(offer: boolean | 'offered', choice: boolean | null): Promise<boolean> {
    const harness = await atForm({ config: { launchWhenSignedIn: offer } });
    const { clock, handlers, launcher, session } = harness;
    if (choice !== null)
      await handlers.choosePreference({ name: 'launchWhenSignedIn', value: choice });
    expect(session().preferences.launchWhenSignedIn).toBe(
      offer === false ? null : (choice ?? offer === true),
    );
    await handlers.signIn(form);
    await clock.advance(launchAfterMs);
    return launcher.lines.length > 0;
  }

  test.each([
    ['a seller who launches', true, null, true],
    ['a user who turned it off', true, false, false],
    ['a seller who only offers it', 'offered', null, false],
    ['a user who turned on the offer', 'offered', true, true],
    ['a user who asks for what is not offered', false, true, false],
  ] as const)('follows %s', async (_who, offer, choice, launched) => {
    expect(await launches(offer, choice)).toBe(launched);
  });
});
