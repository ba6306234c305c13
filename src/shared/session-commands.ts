// Names of the commands that depend on the phase (phases.ts).
// Does not import zod, so that the page can import this file.
import type { CommandName } from './commands.ts';

/**
 * Commands that run one at a time, in phases that allow them. Task commands are allowed whenever
 * the task exists. All other commands are always allowed.
 */
export const sessionCommands = [
  'signIn',
  'signInWithKey',
  'signInWithSaved',
  'removeSavedSignIn',
  'useAnotherAccount',
  'setAutoSignIn',
  'register',
  'forgot',
  'lostKey',
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
  'submitCode',
  'removeComputer',
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
  'acceptFolder',
  'retry',
  'signOut',
  'updateLoader',
] as const satisfies readonly CommandName[];
export const taskCommands = [
  'pauseTask',
  'resumeTask',
  'cancelTask',
] as const satisfies readonly CommandName[];
export type SessionCommand = (typeof sessionCommands)[number];
