// The session's state machine: every phase with every event. Events without a transition return the
// same phase object.
import { expect, expectTypeOf, test } from 'vitest';
import { type SessionEvent, nextPhase } from '../../src/main/core/session/session-machine.ts';
import type { Failure } from '../../src/shared/failure.ts';
import type { Receipt } from '../../src/shared/receipt.ts';
import { type PhaseGroup, phases as table } from '../../src/shared/phases.ts';
import type { Account, PhaseKind } from '../../src/shared/session.ts';
import { durationSeconds } from '@latchkey/protocol/primitives.ts';
import { phaseSamples as phases } from '../support/phase-samples.ts';

const report = { reportId: 'a'.repeat(32), sellerText: null };
const failure: Failure = { code: 'offline', ...report };
const fresh: Account = {
  username: 'anna',
  subscriptions: [{ name: 'Pro', expiresAt: null, startedAt: null, lifetime: false }],
  dates: 'current',
};
const hello = { text: 'hello', title: null, date: null, link: null };
const events: { readonly [Kind in SessionEvent['kind']]: Extract<SessionEvent, { kind: Kind }> } = {
  connected: { kind: 'connected', username: 'anna' },
  'signed-in': { kind: 'signed-in', account: fresh },
  'sign-in-asked': { kind: 'sign-in-asked', username: 'anna' },
  'code-asked': { kind: 'code-asked', username: 'anna' },
  'sign-in-refused': { kind: 'sign-in-refused', username: 'anna', failure },
  blocked: {
    kind: 'blocked',
    phase: { kind: 'app-disabled', report: { ...report, sellerText: 'now' } },
  },
  'lost-service': { kind: 'lost-service', username: 'x', failure: { ...failure, code: 'dns' } },
  'went-offline': { kind: 'went-offline', account: fresh, offline: { until: 5 } },
  'went-back': { kind: 'went-back', username: 'anna' },
  'credentials-forgotten': { kind: 'credentials-forgotten', username: 'anna', failure },
  'session-lost': { kind: 'session-lost', username: 'anna', report },
  'name-changed': { kind: 'name-changed', username: 'anne' },
  'account-left': { kind: 'account-left', to: 'saved' },
  'account-refreshed': { kind: 'account-refreshed', account: fresh },
  'key-redeemed': { kind: 'key-redeemed', account: fresh },
  'announcement-read': { kind: 'announcement-read', announcement: hello },
  'launch-asked': { kind: 'launch-asked' },
  'launch-failed': { kind: 'launch-failed' },
  'app-started': { kind: 'app-started' },
  'app-exited': { kind: 'app-exited' },
  'signed-out': { kind: 'signed-out', username: 'anna' },
  cancelled: { kind: 'cancelled', username: 'anna' },
};

const kindsAt = (...places: readonly PhaseGroup[]) =>
  Object.values(phases).flatMap(({ kind }) => (places.includes(table[kind].group) ? [kind] : []));
const fullScreen = kindsAt('full-screen');
const outside = kindsAt('before-sign-in', 'full-screen');
const all = <Kind extends PhaseKind>(from: readonly PhaseKind[], to: Kind) =>
  Object.fromEntries(from.map((kind) => [kind, to]));

/** Event -> from phase -> to phase. Phases that are not listed stay the same object. */
const moves: { readonly [Kind in SessionEvent['kind']]: Partial<Record<PhaseKind, PhaseKind>> } = {
  connected: all(['starting', ...fullScreen], 'signed-out'),
  'signed-in': all(outside, 'ready'),
  'sign-in-asked': { 'signed-out': 'signed-out' },
  'code-asked': all(outside, 'code-needed'),
  'sign-in-refused': all(outside, 'signed-out'),
  blocked: all([...outside, 'ready', 'launching'], 'app-disabled'),
  'lost-service': all(outside, 'unreachable'),
  'went-offline': { ...all(outside, 'ready'), ready: 'ready', launching: 'launching' },
  'went-back': all(['code-needed', ...fullScreen], 'signed-out'),
  'credentials-forgotten': { 'code-needed': 'signed-out' },
  'session-lost': all(['ready', 'launching'], 'session-ended'),
  'name-changed': { ready: 'signed-out' },
  'account-left': { ready: 'starting', 'no-subscription': 'starting' },
  'account-refreshed': { ready: 'ready', launching: 'launching' },
  'key-redeemed': { ready: 'ready', launching: 'launching', running: 'running' },
  'announcement-read': { ready: 'ready', launching: 'launching', running: 'running' },
  'launch-asked': { ready: 'launching' },
  'launch-failed': { launching: 'ready' },
  'app-started': { launching: 'running' },
  'app-exited': { running: 'ready' },
  'signed-out': all(['signed-out', 'code-needed', 'ready', ...fullScreen], 'signed-out'),
  cancelled: { starting: 'signed-out', launching: 'ready' },
};

test.each(
  Object.values(events).flatMap((event) =>
    Object.values(phases).map((phase) => [phase.kind, event.kind, phase, event] as const),
  ),
)('%s handles the event %s as the table says', (kind, eventKind, phase, event) => {
  const expected = moves[eventKind][kind];
  const after = nextPhase(phase, event);
  if (expected === undefined) expect(after).toBe(phase);
  else {
    expect(after.kind).toBe(expected);
    expect(after).not.toBe(phase);
  }
});

test('the phase contains the data of its event', () => {
  expect(nextPhase(phases.starting, events['signed-in'])).toEqual({
    kind: 'ready',
    account: fresh,
    announcement: null,
  });
  expect(nextPhase(phases.ready, events['announcement-read'])).toEqual({
    ...phases.ready,
    announcement: hello,
  });
  expect(nextPhase(phases.ready, events['account-refreshed'])).toEqual({
    ...phases.ready,
    account: fresh,
  });
  expect(nextPhase(phases['code-needed'], events['credentials-forgotten'])).toEqual({
    kind: 'signed-out',
    username: 'anna',
    failure,
  });
  expect(nextPhase(phases.ready, events['signed-out'])).toEqual({
    kind: 'signed-out',
    username: 'anna',
    failure: null,
  });
  expect(nextPhase(phases.ready, { kind: 'account-left', to: 'form' })).toEqual({
    kind: 'signed-out',
    username: '',
    failure: null,
    another: true,
  });
  expect(nextPhase(phases.banned, events['went-back'])).toEqual({
    kind: 'signed-out',
    username: 'anna',
    failure: null,
  });
});

test('an answer ends offline use, and a lost service replaces its screen', () => {
  const offline = nextPhase(phases.ready, events['went-offline']);
  expect(offline).toMatchObject({ kind: 'ready', account: fresh, offline: { until: 5 } });
  expect(nextPhase(offline, events['launch-asked'])).toMatchObject({ offline: { until: 5 } });
  expect(nextPhase(offline, events['account-refreshed'])).not.toHaveProperty('offline');
  const moved = (event: SessionEvent) => nextPhase(offline, event).kind;
  expect(moved(events['lost-service'])).toBe('unreachable');
  expect(moved(events['code-asked'])).toBe('code-needed');
  expect(moved(events['sign-in-refused'])).toBe('signed-out');
  const running = { ...offline, kind: 'running' } as typeof phases.running; // the same fields
  for (const kind of ['lost-service', 'code-asked', 'sign-in-refused'] as const)
    expect(nextPhase(running, events[kind])).toBe(running);
});

test('a receipt is not accepted by a signed-in event', () => {
  expectTypeOf<Receipt>().not.toExtend<Account>();
  const receipt: Receipt = {
    username: 'anna',
    subscription: 'Pro',
    addedSeconds: durationSeconds.parse(1),
    lifetime: false,
    expiresAt: null,
    previousExpiresAt: null,
    maskedKey: 'NWND-••••-91KD',
    redeemedAt: 1,
  };
  // @ts-expect-error a redeem verifies no password, so its receipt is not an account
  const event: SessionEvent = { kind: 'signed-in', account: receipt };
  expect(event.kind).toBe('signed-in');
});
