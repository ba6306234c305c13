// Names the bridge's commands. Does not import zod, so that the preload can import this file. A
// command without a schema in contract.ts or a handler in the core does not compile.

export const commandNames = [
  'describe',
  'getSession',
  'signIn',
  'signInWithKey',
  'signInWithSaved',
  'removeSavedSignIn',
  'useAnotherAccount',
  'setAutoSignIn',
  'register',
  'forgot',
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
  'saveRecoveryCodes',
  'printRecoveryCodes',
  'readClipboard',
  'submitCode',
  'removeComputer',
  'goBack',
  'cancel',
  'redeem',
  'listRedeemed',
  'removeRedeemed',
  'requestDevice',
  'showReport',
  'sendReport',
  'readCommunity',
  'readChat',
  'sendChat',
  'stopReading',
  'readOptions',
  'saveOption',
  'launch',
  'installProgram',
  'repairProgram',
  'uninstallProgram',
  'moveProgram',
  'acceptFolder',
  'showRemainingFiles',
  'showProgramFolder',
  'retry',
  'signOut',
  'dismissNotice',
  'dropDeepLink',
  'closeEndingNotice',
  'remindTomorrow',
  'allowSystemNotices',
  'choosePreference',
  'updateLoader',
  'readLicenses',
  'openLink',
  'checkConnection',
  'readSentRequests',
  'wake',
  'pauseTask',
  'resumeTask',
  'cancelTask',
  'chooseLanguage',
  'reportDefect',
  'restart',
] as const;

export type CommandName = (typeof commandNames)[number];

export type CommandChannel<Name extends CommandName = CommandName> = `loader:${Name}`;

export function channelOf<Name extends CommandName>(name: Name): CommandChannel<Name> {
  return `loader:${name}`;
}

/** The channel on which the main process publishes each new snapshot (`Session`). */
export const sessionChannel = 'loader:session';
