// One sample of each phase, for tests of all phases. A phase without a sample does not compile.
import type { Failure } from '../../src/shared/failure.ts';
import type { Account, Phase, PhaseKind } from '../../src/shared/session.ts';

const report = { reportId: 'a'.repeat(32), sellerText: null };
const failure: Failure = { code: 'offline', ...report };
const account: Account = { username: 'anna', subscriptions: [], dates: 'current' };
const inside = { account, announcement: null };

export const phaseSamples: { readonly [Kind in PhaseKind]: Extract<Phase, { kind: Kind }> } = {
  starting: { kind: 'starting' },
  'signed-out': { kind: 'signed-out', username: '', failure: null },
  'code-needed': { kind: 'code-needed', username: 'x' },
  ready: { kind: 'ready', ...inside },
  launching: { kind: 'launching', ...inside },
  running: { kind: 'running', ...inside },
  'no-subscription': { kind: 'no-subscription', cause: 'never', username: 'x', lapsed: [], report },
  'update-required': { kind: 'update-required', requiredVersion: null, download: null, report },
  'app-paused': { kind: 'app-paused', report },
  'app-disabled': { kind: 'app-disabled', report },
  banned: { kind: 'banned', cause: 'user', username: 'x', reason: null, report },
  'wrong-device': { kind: 'wrong-device', username: 'x', shortDeviceId: '01234567', report },
  'session-ended': { kind: 'session-ended', username: 'x', report },
  unreachable: { kind: 'unreachable', username: 'x', failure },
};
