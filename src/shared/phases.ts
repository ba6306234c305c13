// Table of all phases: group, allowed commands and automatic work. The session machine, handlers,
// checks, window and screens derive from this table, so a phase without a row does not compile.
// Does not import zod, so that the page can import this file.
import type { CommandName } from './commands.ts';
import type { Account, Phase, PhaseKind } from './session.ts';

/** `door`: before the sign-in. `full-screen`: blocked. `inside`: signed in with access. */
export type Place = 'door' | 'full-screen' | 'inside';

/**
 * Commands that run one at a time, in phases that allow them. Task commands are allowed whenever
 * the task exists. All other commands are always allowed.
 */
export const sessionCommands = [
  'signIn',
  'signInWithKey',
  'signInKept',
  'forgetKept',
  'useAnother',
  'signInByItself',
  'register',
  'forgot',
  'changeUsername',
  'offerTwoFactor',
  'turnOnTwoFactor',
  'turnOffTwoFactor',
  'submitCode',
  'goBack',
  'redeem',
  'requestDevice',
  'sendReport',
  'sendChat',
  'readOptions',
  'saveOption',
  'launch',
  'installProgram',
  'repairProgram',
  'uninstallProgram',
  'moveProgram',
  'retry',
  'signOut',
] as const satisfies readonly CommandName[];
export const taskCommands = [
  'pauseTask',
  'resumeTask',
  'cancelTask',
] as const satisfies readonly CommandName[];
export type SessionCommand = (typeof sessionCommands)[number];

export interface PhaseFacts {
  readonly place: Place;
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
  readonly byItself: 'nothing' | 'check' | 'try-again' | 'follow';
}

const none = { user: 'none', app: 'none', byItself: 'nothing' } as const;
const named = { ...none, user: 'named' } as const;
const signedIn = { ...none, user: 'signed-in' } as const;
const blocking = { ...none, place: 'full-screen', allows: ['goBack', 'retry', 'signOut'] } as const;
/** The service still opens sessions in these states, so a report can be sent. */
const reachable = { ...blocking, allows: [...blocking.allows, 'sendReport'] } as const;

export const phases = {
  starting: { ...none, place: 'door', allows: ['start'] },
  'signed-out': {
    ...none,
    place: 'door',
    allows: [
      'signIn',
      'signInWithKey',
      'signInKept',
      'forgetKept',
      'register',
      'forgot',
      'redeem',
      'sendReport',
      'signOut',
    ],
  },
  // A sign-in after a redeem can reach this phase while the user redeems another key.
  'code-needed': {
    ...named,
    place: 'door',
    allows: ['submitCode', 'goBack', 'redeem', 'sendReport', 'signOut'],
  },
  'no-subscription': {
    ...signedIn,
    byItself: 'follow',
    place: 'full-screen',
    allows: ['goBack', 'retry', 'redeem', 'sendReport', 'signInKept', 'useAnother', 'signOut'],
  },
  'update-required': blocking,
  'app-paused': { ...blocking, byItself: 'try-again' },
  'app-disabled': blocking,
  banned: reachable,
  'wrong-device': { ...reachable, allows: [...reachable.allows, 'requestDevice'] },
  'session-ended': reachable,
  unreachable: { ...blocking, byItself: 'try-again' },
  ready: {
    ...signedIn,
    place: 'inside',
    allows: [
      'redeem',
      'sendReport',
      'sendChat',
      'readOptions',
      'saveOption',
      'launch',
      'retry',
      'changeUsername',
      'offerTwoFactor',
      'turnOnTwoFactor',
      'turnOffTwoFactor',
      'signInKept',
      'forgetKept',
      'useAnother',
      'signInByItself',
      'installProgram',
      'repairProgram',
      'uninstallProgram',
      'moveProgram',
      'signOut',
    ],
    byItself: 'check',
  },
  launching: { ...signedIn, place: 'inside', allows: [], app: 'starting' },
  running: { ...signedIn, place: 'inside', allows: ['sendChat'], app: 'running' },
} as const satisfies Readonly<Record<PhaseKind, PhaseFacts>>;

type KindWith<Facts> = {
  [Kind in PhaseKind]: (typeof phases)[Kind] extends Facts ? Kind : never;
}[PhaseKind];

type PhaseWith<Facts extends Partial<PhaseFacts>> = Extract<Phase, { kind: KindWith<Facts> }>;

export type PhaseAt<At extends Place> = PhaseWith<{ place: At }>;
export type FirstPhase = PhaseWith<{ place: 'door'; user: 'none' }>;
export type CheckedPhase = PhaseWith<{ place: 'inside'; app: 'none' | 'starting' }>;
type PhaseBy<What extends PhaseFacts['byItself']> = PhaseWith<{ byItself: What }>;

export function factsOf({ kind }: Pick<Phase, 'kind'>): PhaseFacts {
  return phases[kind];
}

export function isAt<At extends Place>(phase: Phase, place: At): phase is PhaseAt<At> {
  return factsOf(phase).place === place;
}

/** Whether the phase is before the sign-in and no user is known. */
export function isFirst(phase: Phase): phase is FirstPhase {
  return isAt(phase, 'door') && factsOf(phase).user === 'none';
}

/** Whether the result of a session check has an effect in this phase. */
export function isChecked(phase: Phase): phase is CheckedPhase {
  return isAt(phase, 'inside') && factsOf(phase).app !== 'running';
}

export function doesByItself<What extends PhaseFacts['byItself']>(
  phase: Phase,
  what: What,
): phase is PhaseBy<What> {
  return factsOf(phase).byItself === what;
}

export function holdsApp(phase: Pick<Phase, 'kind'>): boolean {
  return factsOf(phase).app !== 'none';
}

export function allows(phase: Phase, command: SessionCommand | 'start'): boolean {
  return factsOf(phase).allows.includes(command);
}

/** The account of the signed-in user; null in phases that are not `inside`. */
export function accountIn(phase: Phase): Account | null {
  return isAt(phase, 'inside') ? phase.account : null;
}

export function userOf(phase: Phase): string | null {
  if (factsOf(phase).user === 'none') return null;
  if ('account' in phase) return phase.account.username;
  return 'username' in phase ? phase.username : null;
}
