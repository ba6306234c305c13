// Table of all phases: group, allowed commands and automatic work. The session machine, handlers,
// checks, window and screens derive from this table, so a phase without a row does not compile.
// Does not import zod, so that the page can import this file.
import type { Account, OfflineFacts, Phase, PhaseKind } from './session.ts';
import type { SessionCommand } from './session-commands.ts';

/** `before-sign-in`: before the sign-in. `full-screen`: blocked. `inside`: signed in with access. */
export type PhaseGroup = 'before-sign-in' | 'full-screen' | 'inside';

export interface PhaseFacts {
  readonly group: PhaseGroup;
  /** `start`: the loader's own startup. */
  readonly allows: readonly (SessionCommand | 'start')[];
  /** `named`: the user has entered a name but is not signed in yet. */
  readonly user: 'none' | 'named' | 'signed-in';
  /**
   * The state of the protected app. Unless `none`, the window hides instead of closing, and the
   * loader stays. While `running`, the app owns the session, and checks have no effect.
   */
  readonly app: 'none' | 'starting' | 'running';
  /** `check`: check the session. `try-again`: retry. `follow`: sign in after a redeem. */
  readonly automaticWork: 'nothing' | 'check' | 'try-again' | 'follow';
}

const none = { user: 'none', app: 'none', automaticWork: 'nothing' } as const;
const named = { ...none, user: 'named' } as const;
const signedIn = { ...none, user: 'signed-in' } as const;
const blocking = {
  ...none,
  group: 'full-screen',
  allows: ['goBack', 'retry', 'signOut', 'updateLoader'],
} as const;
/** The service still opens sessions in these states, so a report can be sent. */
const reachable = { ...blocking, allows: [...blocking.allows, 'sendReport'] } as const;

export const phases = {
  starting: { ...none, group: 'before-sign-in', allows: ['start'] },
  'signed-out': {
    ...none,
    group: 'before-sign-in',
    allows: [
      'signIn',
      'signInWithKey',
      'signInWithSaved',
      'removeSavedSignIn',
      'register',
      'forgot',
      'lostKey',
      'redeem',
      'sendReport',
      'signOut',
      'updateLoader',
    ],
  },
  // A sign-in after a redeem can reach this phase while the user redeems another key.
  'code-needed': {
    ...named,
    group: 'before-sign-in',
    allows: ['submitCode', 'goBack', 'redeem', 'sendReport', 'signOut'],
  },
  'no-subscription': {
    ...signedIn,
    automaticWork: 'follow',
    group: 'full-screen',
    allows: [
      'goBack',
      'retry',
      'redeem',
      'lostKey',
      'sendReport',
      'signInWithSaved',
      'useAnotherAccount',
      'signOut',
      'updateLoader',
    ],
  },
  'update-required': blocking,
  'app-paused': { ...blocking, automaticWork: 'try-again' },
  'app-disabled': blocking,
  banned: reachable,
  'wrong-device': {
    ...reachable,
    allows: [...reachable.allows, 'requestDevice', 'removeComputer'],
  },
  'session-ended': reachable,
  unreachable: { ...blocking, automaticWork: 'try-again' },
  ready: {
    ...signedIn,
    group: 'inside',
    allows: [
      'redeem',
      'sendReport',
      'sendChat',
      'readOptions',
      'saveOption',
      'launch',
      'retry',
      'changeUsername',
      'changePassword',
      'readComputers',
      'renameComputer',
      'readSessions',
      'endSessions',
      'offerTwoFactor',
      'turnOnTwoFactor',
      'turnOffTwoFactor',
      'offerRecoveryCodes',
      'confirmRecoveryCodes',
      'signInWithSaved',
      'removeSavedSignIn',
      'useAnotherAccount',
      'setAutoSignIn',
      'installProgram',
      'repairProgram',
      'uninstallProgram',
      'moveProgram',
      'acceptFolder',
      'signOut',
      'updateLoader',
    ],
    automaticWork: 'check',
  },
  launching: { ...signedIn, group: 'inside', allows: [], app: 'starting' },
  running: {
    ...signedIn,
    group: 'inside',
    // An update waits until the program is closed.
    allows: ['redeem', 'sendChat', 'installProgram'],
    app: 'running',
  },
} as const satisfies Readonly<Record<PhaseKind, PhaseFacts>>;

type KindWith<Facts> = {
  [Kind in PhaseKind]: (typeof phases)[Kind] extends Facts ? Kind : never;
}[PhaseKind];

type PhaseWith<Facts extends Partial<PhaseFacts>> = Extract<Phase, { kind: KindWith<Facts> }>;

export type PhaseInGroup<Group extends PhaseGroup> = PhaseWith<{ group: Group }>;
export type AnonymousPhase = PhaseWith<{ group: 'before-sign-in'; user: 'none' }>;
export type CheckablePhase = PhaseWith<{ group: 'inside'; app: 'none' | 'starting' }>;
type PhaseWithWork<Work extends PhaseFacts['automaticWork']> = PhaseWith<{ automaticWork: Work }>;

export function factsOf({ kind }: Pick<Phase, 'kind'>): PhaseFacts {
  return phases[kind];
}

export function isInGroup<Group extends PhaseGroup>(
  phase: Phase,
  group: Group,
): phase is PhaseInGroup<Group> {
  return factsOf(phase).group === group;
}

/** Whether the phase is before the sign-in and no user is known. */
export function isAnonymous(phase: Phase): phase is AnonymousPhase {
  return isInGroup(phase, 'before-sign-in') && factsOf(phase).user === 'none';
}

/** Whether the result of a session check has an effect in this phase. */
export function isCheckable(phase: Phase): phase is CheckablePhase {
  return isInGroup(phase, 'inside') && factsOf(phase).app !== 'running';
}

export function hasAutomaticWork<Work extends PhaseFacts['automaticWork']>(
  phase: Phase,
  work: Work,
): phase is PhaseWithWork<Work> {
  // A locked key store stays locked until the next start.
  if ('failure' in phase && phase.failure?.code === 'key-store-locked') return false;
  return factsOf(phase).automaticWork === work;
}

export function isAppActive(phase: Pick<Phase, 'kind'>): boolean {
  return factsOf(phase).app !== 'none';
}

/** Without the service, the installed program can be launched, and little else. */
const offlineCommands: ReadonlySet<SessionCommand | 'start'> = new Set([
  'launch',
  'retry',
  'signInWithSaved',
  'removeSavedSignIn',
  'useAnotherAccount',
  'setAutoSignIn',
  'signOut',
  'updateLoader',
]);

export function allows(phase: Phase, command: SessionCommand | 'start'): boolean {
  if (offlineIn(phase) !== null && !offlineCommands.has(command)) return false;
  return factsOf(phase).allows.includes(command);
}

/** Returns null unless a signed-in user works with an offline pass. */
export function offlineIn(phase: Phase): OfflineFacts | null {
  return isInGroup(phase, 'inside') ? (phase.offline ?? null) : null;
}

/** The account of the signed-in user; null in phases that are not `inside`. */
export function accountIn(phase: Phase): Account | null {
  return isInGroup(phase, 'inside') ? phase.account : null;
}

/** The account whose session is suspended while the application is paused; otherwise null. */
export function suspendedIn(phase: Phase): Account | null {
  return phase.kind === 'app-paused' ? (phase.suspended ?? null) : null;
}

export function userOf(phase: Phase): string | null {
  if (factsOf(phase).user === 'none') return null;
  if ('account' in phase) return phase.account.username;
  return 'username' in phase ? phase.username : null;
}
