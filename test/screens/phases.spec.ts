// Checks every control of each phase against the phase table: no control sends a forbidden command,
// and every disabled menu item has a reason.
import type { Page } from '@playwright/test';
import { type PhaseFacts, phases } from '../../src/shared/phases.ts';
import { type SessionCommand, sessionCommands } from '../../src/shared/session-commands.ts';
import { accountAbilities } from '../../src/shared/features.ts';
import type { Phase, PhaseKind } from '../../src/shared/session.ts';
import { answered, offers } from '../gallery/options.ts';
import { some, chatReply } from '../gallery/chat.ts';
import { numbers, communityReply } from '../gallery/community.ts';
import { computerReplies, refusedSignIn } from '../gallery/computers.ts';
import { receipt } from '../gallery/device-request.ts';
import { withUpdate } from '../gallery/program.ts';
import { sendsWell } from '../gallery/send-report.ts';
import { phaseSamples } from '../support/phase-samples.ts';
import { updateReady } from './loader-update-sample.ts';
import { sentSamples } from './sent-samples.ts';
import { pressEverything } from './press-everything.ts';
import {
  failureOf,
  offered,
  report,
  savedSignIns,
  unknownKey,
  withoutForgotLink,
} from './samples.ts';
import { type OpenOptions, type OpenScreen, expect, sessionOf, test } from './screen-page.ts';

const refused = { result: { ok: false, failure: failureOf(unknownKey) } } as const;
const bare = {
  info: withoutForgotLink,
  replies: {
    ...offered,
    redeem: [refused],
    readSentRequests: [{ result: { ok: true, value: sentSamples } }],
    readClipboard: [{ result: { ok: true, value: null } }],
  },
} as const satisfies Partial<OpenOptions>;
const [anna, , byKey] = savedSignIns;
/** Everything that a seller can offer and a computer can save, with a failure to report. */
const whole = {
  info: {
    ...bare.info,
    ...offers,
    community: { online: true, stats: true, chat: true },
    deviceRequest: true,
    supportLog: true,
  },
  session: {
    savedSignIns: [anna, byKey],
    program: withUpdate,
    systemNotices: true,
    loaderUpdate: updateReady,
    notice: { kind: 'failure', failure: failureOf({ code: 'internal' }) },
  },
  replies: {
    ...bare.replies,
    ...answered({ outcome: 'saved', value: 'Best' }),
    ...communityReply(numbers),
    ...sendsWell.replies,
    ...computerReplies,
    readChat: [chatReply(some), 'hold'],
    sendChat: [{ result: { ok: true, value: { outcome: 'sent', chat: some } } }],
    requestDevice: [{ result: { ok: true, value: receipt } }],
    turnOnTwoFactor: [refused],
  },
} as const satisfies Partial<OpenOptions>;

const form = ['signInWithKey', 'register', 'redeem'] as const;
const leave = ['goBack', 'retry'] as const;
/** These need an account with two-factor sign-in, or a folder that others can replace. */
const pressedElsewhere: readonly string[] = [
  'offerRecoveryCodes',
  'confirmRecoveryCodes',
  'acceptFolder',
];
/**
 * Commands that each phase offers. A phase may allow more: Redeem stays open while the sign-in
 * behind it needs a code.
 */
const drawnIn: { readonly [Kind in PhaseKind]: readonly SessionCommand[] } = {
  starting: [],
  'signed-out': [...form, 'signInWithSaved', 'removeSavedSignIn', 'sendReport', 'updateLoader'],
  'code-needed': ['submitCode', 'goBack', 'sendReport'],
  'no-subscription': [
    'signInWithSaved',
    'useAnotherAccount',
    'redeem',
    'sendReport',
    'retry',
    'signOut',
    'updateLoader',
  ],
  'update-required': ['updateLoader'],
  'app-paused': ['retry', 'updateLoader'],
  'app-disabled': ['retry', 'updateLoader'],
  banned: ['sendReport', 'signOut', 'updateLoader'],
  'wrong-device': [...leave, 'requestDevice', 'sendReport', 'updateLoader'],
  'session-ended': ['retry', 'sendReport', 'updateLoader'],
  unreachable: [...leave, 'updateLoader'],
  ready: phases.ready.allows.filter((name) => !pressedElsewhere.includes(name)),
  launching: [],
  running: ['redeem', 'sendChat', 'installProgram'],
};

/** Adds all abilities that `info.can` can list. */
function able(phase: Phase): Phase {
  if (!('account' in phase)) return phase;
  return { ...phase, account: { ...phase.account, can: accountAbilities } };
}

async function hold(
  page: Page,
  open: OpenScreen,
  options: OpenOptions,
  expected = drawnIn[options.phase.kind],
) {
  const { phase } = options;
  const bridge = await open(options);
  const { drawn, offWithoutReason } = await pressEverything(page, bridge);
  const { allows }: PhaseFacts = phases[phase.kind];
  expect(drawn.filter((name) => !allows.includes(name))).toEqual([]);
  expect(drawn).toEqual(sessionCommands.filter((name) => expected.includes(name)));
  expect(offWithoutReason).toEqual([]);
}

test.describe.configure({ timeout: 240_000 }); // a fresh page for each control

for (const phase of Object.values(phaseSamples) as readonly Phase[])
  test(`offers only allowed commands in ${phase.kind}`, ({ page, open }) =>
    hold(page, open, { phase: able(phase), ...whole }));

test('offers only allowed commands in the list of a refused sign-in', ({ page, open }) =>
  hold(page, open, { phase: refusedSignIn, ...whole }, [
    ...(['removeComputer', 'goBack', 'sendReport', 'updateLoader'] as const),
  ]));

test('offers only allowed commands in signed-out without saved accounts', ({ page, open }) =>
  hold(page, open, { phase: phaseSamples['signed-out'], ...bare }, ['signIn', 'forgot', ...form]));

test('an ended subscription is renewed first, and a new account redeems a key first', async ({
  page,
  open,
}) => {
  const phase = { kind: 'no-subscription', username: 'erin', lapsed: [], report } as const;
  const bridge = await open({ phase: { ...phase, cause: 'expired' } });
  const actions = page.locator('.actions .button');
  await expect(actions).toHaveText(['Renew at northwind.example', 'Redeem a key']);
  await expect(page.locator('.actions .filled')).toHaveText('Renew at northwind.example');
  await bridge.publish(sessionOf({ ...phase, cause: 'never' }, { revision: 2 }));
  await expect(actions).toHaveText(['Redeem a key', /northwind\.example$/]);
  await expect(page.locator('.actions .filled')).toHaveText('Redeem a key');
});
