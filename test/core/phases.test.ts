// Every phase with every command of the bridge: commands that the table allows work, and others are
// refused and change nothing. test/screens/phases.spec.ts compares the window with the same table.
import { atProgram } from './delivery-harness.ts';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { SessionEvent } from '../../src/main/core/session/session-machine.ts';
import { commandNames, type CommandName } from '../../src/shared/commands.ts';
import type { CommandInput } from '../../src/shared/contract.ts';
import { isAppActive, type PhaseFacts, phases } from '../../src/shared/phases.ts';
import { sessionCommands, taskCommands } from '../../src/shared/session-commands.ts';
import type { PhaseKind } from '../../src/shared/session.ts';
import { validInputs } from '../support/command-inputs.ts';
import { settled } from '../support/fake-clock.ts';
import { removalOffer, type Scripted } from '../support/fake-http.ts';
import { anna, atCode, atForm, atReady, createHarness, type Harness } from './harness.ts';

const inputs: { readonly [Name in CommandName]: CommandInput<Name> } = {
  ...validInputs,
  signIn: { ...anna, remember: false },
  register: { ...validInputs.register, ...anna },
};

const atDoor = (type: 'init' | 'login', answer: Scripted) => async () => {
  const harness = createHarness({ saved: anna });
  harness.http.on(type, answer);
  await harness.loader.start();
  return harness;
};
const refused = (type: 'init' | 'login', reason: string) =>
  atDoor(type, { success: false, reason, message: 'text' });

const ways: { readonly [Kind in PhaseKind]: () => Promise<Harness> } = {
  starting: () => Promise.resolve(createHarness()),
  'signed-out': () => atForm(),
  'code-needed': () => atCode(),
  'no-subscription': refused('login', 'no-subscription'),
  'update-required': refused('init', 'update-required'),
  'app-paused': refused('init', 'app-paused'),
  'app-disabled': refused('init', 'app-disabled'),
  banned: refused('login', 'banned'),
  'wrong-device': atDoor('login', removalOffer()),
  unreachable: atDoor('init', { fault: 'offline' }),
  'session-ended': async () => {
    const harness = await atReady();
    harness.http.on('check', { success: false, reason: 'session-gone', message: 'text' });
    await harness.handlers.retry({});
    return harness;
  },
  ready: () => atProgram({ installed: 4 }),
  launching: async () => {
    const harness = await atReady();
    harness.http.hold('check');
    void harness.handlers.launch({});
    await settled();
    return harness;
  },
  running: async () => {
    const harness = await atProgram({ installed: 4 });
    await harness.handlers.launch({});
    return harness;
  },
};

const withLane: readonly CommandName[] = [...sessionCommands, ...taskCommands];
const quickCommands = commandNames.filter((name) => !withLane.includes(name));

const kinds = Object.keys(ways) as PhaseKind[]; // the record has every phase

function call<Name extends CommandName>({ handlers }: Harness, name: Name) {
  return handlers[name](inputs[name]);
}

describe.each(kinds)('in %s', (kind) => {
  const facts: PhaseFacts = phases[kind];

  test.each(sessionCommands)('%s is allowed only if the table allows it', async (name) => {
    const harness = await ways[kind]();
    harness.at(kind);
    const before = harness.session();
    const answer = await call(harness, name);
    const code = answer.ok ? null : answer.failure.code;
    if (facts.allows.includes(name)) {
      // The command may fail for another reason, such as a key that the fake service does not know.
      expect(['out-of-order', 'busy']).not.toContain(code);
      return;
    }
    // The launch itself is the running command.
    expect(code).toBe(kind === 'launching' ? 'busy' : 'out-of-order');
    expect(harness.session()).toEqual(before);
  });

  test.each(taskCommands)('%s without a task is rejected and changes nothing', async (name) => {
    const harness = await ways[kind]();
    const before = harness.session();
    expect(await call(harness, name)).toMatchObject({ failure: { code: 'out-of-order' } });
    expect(harness.session()).toEqual(before);
  });

  test.each(quickCommands)('%s is always allowed', async (name) => {
    const harness = await ways[kind]();
    const answer = await call(harness, name);
    // Polling commands are cancelled in a phase that shows nothing to read.
    const fits = answer.ok || ['invalid-input', 'cancelled'].includes(answer.failure.code);
    expect(fits).toBe(true);
  });
});

test('only what leaves the session alone is allowed while the program starts or runs', () => {
  const leadsOut = (kind: PhaseKind) =>
    (phases[kind] as PhaseFacts).allows.some(
      (name) => !['redeem', 'sendChat', 'installProgram'].includes(name),
    );
  const locked = kinds.filter((kind) => !leadsOut(kind));
  expect(locked).toEqual(['launching', 'running']);
  expect(locked.every((kind) => isAppActive({ kind }))).toBe(true);
});

test('every phase of a blocked event is full-screen', () => {
  type Blocked = Extract<SessionEvent, { kind: 'blocked' }>['phase']['kind'];
  expectTypeOf<(typeof phases)[Blocked]['group']>().toEqualTypeOf<'full-screen'>();
});

test('a new phase without a row does not compile', () => {
  type Rows = Readonly<Record<PhaseKind | 'installing', PhaseFacts>>;
  // @ts-expect-error the row of `installing` is missing
  const rows: Rows = phases;
  expect(Object.keys(rows)).toEqual(Object.keys(phases));
});
