// The bridge contract: the input schema and the reply of every command. Handlers and LoaderBridge
// derive from these two tables. The renderer imports only the types.
import { z } from 'zod';
import type { CommandName } from './commands.ts';
import type { Result } from './failure.ts';
import type { NamedReplies } from './replies.ts';
import type { Session } from './session.ts';
import { languageCodes } from './languages.ts';
import { textSizes, themes } from './preferences.ts';
import { linkNames } from './loader-info.ts';
import { maxHandleLength, maxMessageLength, recoveryCodeCount } from '@latchkey/protocol/limits.ts';
import { longText } from '@latchkey/protocol/client/common.ts';
import {
  code,
  computerText,
  email,
  keyText,
  password,
  recoveryCode,
  username,
} from '@latchkey/protocol/primitives.ts';

const noInput = z.strictObject({});
const task = z.strictObject({ id: z.string().regex(/^task-\d{1,9}$/) });
const savedSignIn = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });
const report = z.strictObject({ reportId: z.string().regex(/^[0-9a-f]{32}$/) });
const ending = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });
/** The handle of a computer or session. */
const handle = z.strictObject({ id: z.string().min(1).max(maxHandleLength) });
const mailAddress = email.refine((text) => text !== '');

export const commands = {
  describe: noInput,
  getSession: noInput,
  /** Signs in; a snapshot follows. `remember`: save name and password in the key store. */
  signIn: z.strictObject({ username, password, remember: z.boolean() }),
  /** Signs in with a license key alone; an unused key becomes a separate account. */
  signInWithKey: z.strictObject({ key: keyText, remember: z.boolean() }),
  /** Signs in with a saved sign-in. Ends the session of another account. */
  signInWithSaved: savedSignIn,
  removeSavedSignIn: savedSignIn,
  /** Ends the session and shows the empty form; saved sign-ins stay. */
  useAnotherAccount: noInput,
  /** Sets whether the user's saved sign-in signs in automatically at the start. */
  setAutoSignIn: z.strictObject({ on: z.boolean() }),
  /** Creates an account with an unused key, or with the free trial if it is null. Signs in. */
  register: z.strictObject({
    username,
    password,
    key: keyText.nullable(),
    email: mailAddress.nullable(),
    remember: z.boolean(),
  }),
  forgot: z.strictObject({ username, email: mailAddress }),
  lostKey: z.strictObject({ email: mailAddress }),
  /** Changes the user name, which ends the session. Signs in again if the sign-in is saved. */
  changeUsername: z.strictObject({ newUsername: username }),
  /** `code`: null if two-factor sign-in is off. Ends the user's sessions on other computers. */
  changePassword: z.strictObject({ password, newPassword: password, code: code.nullable() }),
  /** Returns the computers of the account, oldest binding first. */
  readComputers: noInput,
  /** Changes the name of this computer, and returns the computers. */
  renameComputer: z.strictObject({ name: computerText.pipe(z.string().min(1)) }),
  /** Returns where the user is signed in, latest sign-in first. */
  readSessions: noInput,
  /** Ends another session of the user, or all others if `id` is null. Returns the rest. */
  endSessions: z.strictObject({ id: handle.shape.id.nullable() }),
  /** Returns a secret for an authenticator app; nothing is turned on yet. */
  offerTwoFactor: noInput,
  /**
   * Takes a code of the newest offer. Succeeds only if a second answer proves the change. Returns
   * recovery codes that are pending until `confirmRecoveryCodes`; null if the service has none.
   */
  turnOnTwoFactor: z.strictObject({ code }),
  /** Takes a code of the account's app, or a recovery code. Succeeds like `turnOnTwoFactor`. */
  turnOffTwoFactor: z.strictObject({ code }),
  /**
   * Returns new recovery codes. The old ones stay valid until `confirmRecoveryCodes`. `password`:
   * null for an account with only a key.
   */
  offerRecoveryCodes: z.strictObject({ password: password.nullable(), code }),
  /** Takes one of the new recovery codes, which proves that the user has them. Uses none up. */
  confirmRecoveryCodes: z.strictObject({ code: recoveryCode }),
  /** Saves the codes as a file that the user chooses. Returns false if the user cancelled. */
  saveRecoveryCodes: z.strictObject({ codes: z.array(recoveryCode).length(recoveryCodeCount) }),
  /** Opens the system's dialog for printing the page, whose style for print shows only the codes. */
  printRecoveryCodes: noInput,
  /** Returns the clipboard text. The page calls this only after the user pressed Paste. */
  readClipboard: noInput,
  /** Submits the one-time code or a recovery code, in phase `code-needed`. */
  submitCode: z.strictObject({ code }),
  /**
   * Removes a listed computer and signs in here in its place, in phase `wrong-device` with
   * `removal`. Afterwards the snapshot shows the new state, or a list that is current again.
   */
  removeComputer: handle,
  /** Returns to the sign-in form, from `code-needed` or a full-screen state. Drops the password. */
  goBack: noInput,
  /** Cancels the running command or the planned automatic launch. */
  cancel: noInput,
  /** Adds a key to an account. Verifies no password and never signs in. */
  redeem: z.strictObject({ username, key: keyText }),
  /** Returns the keys that the signed-in user redeemed on this computer, newest first. */
  listRedeemed: noInput,
  /** Removes one entry, or all if `id` is null. Returns the others. Does not change the account. */
  removeRedeemed: z.strictObject({ id: z.int().positive().nullable() }),
  /** Asks the brand to move the account to this computer, at most once an hour. */
  requestDevice: noInput,
  /** Returns the text that `sendReport` would send. */
  showReport: report,
  /** Sends the text of `showReport` to the brand, once for each report, if configured. */
  sendReport: report,
  /** Returns online users and counts. A repeated call waits for the next poll. */
  readCommunity: noInput,
  /** Returns the newest chat messages. A repeated call waits like `readCommunity`. */
  readChat: noInput,
  /** Posts to the chat. Succeeds only if the chat, read again, contains the message. */
  sendChat: z.strictObject({ message: longText(maxMessageLength).min(1) }),
  /** Ends a waiting `readCommunity` or `readChat`, which then fails as `cancelled`. */
  stopReading: z.strictObject({ what: z.enum(['community', 'chat']) }),
  readOptions: noInput,
  /** `before`: the value that the page showed. If the service has another one, nothing is saved. */
  saveOption: z.strictObject({
    name: z.string().min(1).max(30),
    value: z.string().min(1).max(100),
    before: z.string().min(1).max(100),
  }),
  launch: noInput,
  /** Begins the task that installs the offered release or updates to it. */
  installProgram: noInput,
  /** Begins the task that verifies the installation and replaces broken files. */
  repairProgram: noInput,
  /** Removes the program but never its data. A notice reports the freed bytes. */
  uninstallProgram: noInput,
  /** Asks the user for a folder, then begins the task that moves the program there. */
  moveProgram: noInput,
  /** Uses the folder that the last `folder-unsafe` asked about. */
  acceptFolder: noInput,
  /** Shows the files that an uninstalled or moved program left, in the system's file manager. */
  showRemainingFiles: noInput,
  /** Shows the folder of the installed program, in the system's file manager. */
  showProgramFolder: noInput,
  /** Retries the sign-in from a full-screen state; in `ready`, checks the session. */
  retry: noInput,
  /** Ends the session and removes the user's saved sign-in. */
  signOut: noInput,
  dismissNotice: z.strictObject({ revision: z.int().nonnegative() }),
  /** Drops a deep link that the page has handled or the user has declined. Keeps a newer link. */
  dropDeepLink: z.strictObject({ id: z.int().positive() }),
  /** Closes the notice about a subscription that ends soon. */
  closeEndingNotice: ending,
  /** Closes the notice and shows it once more a day later. */
  remindTomorrow: ending,
  /** Turns desktop notifications on or off. Notices in the window stay. */
  allowSystemNotices: z.strictObject({ on: z.boolean() }),
  /** Saves and applies a setting of this computer. The snapshot has all of them. */
  choosePreference: z.discriminatedUnion('name', [
    z.strictObject({ name: z.literal('theme'), value: z.enum(themes) }),
    z.strictObject({ name: z.literal('textSize'), value: z.literal(textSizes) }),
    z.strictObject({ name: z.enum(['launchWhenSignedIn', 'startWithSystem']), value: z.boolean() }),
    z.strictObject({ name: z.literal('opensLinks'), value: z.literal(true) }),
  ]),
  /** Installs the verified release of the loader and restarts it. */
  updateLoader: noInput,
  /** Returns the third-party parts of the loader with their licenses. */
  readLicenses: noInput,
  /**
   * Opens a link in the system's browser: a configured link, the download of the loader, or the
   * link of the announcement.
   */
  openLink: z.strictObject({ name: z.enum([...linkNames, 'download', 'announcement']) }),
  /** The snapshot shows the results as they arrive. */
  checkConnection: noInput,
  /** Returns the last requests, newest first, without secrets. */
  readSentRequests: noInput,
  /** Reports that the network or the window is back: a planned check or retry runs immediately. */
  wake: z.strictObject({ because: z.enum(['online', 'shown']) }),
  /** Stops the task but keeps its partial results. */
  pauseTask: task,
  /** Resumes a paused task, or retries a failed one. */
  resumeTask: task,
  /** Ends the task and removes its partial results. */
  cancelTask: task,
  /** Saves the window's language; the page already uses it. */
  chooseLanguage: z.strictObject({ language: z.enum(languageCodes) }),
  /** Logs a rendering error of the page: its type and script positions, never its message. */
  reportDefect: z.strictObject({
    reportId: z.string().regex(/^[0-9a-f]{32}$/),
    error: z.string().regex(/^[A-Za-z]{1,60}$/),
    frames: z.string().max(4000),
  }),
  /** Reloads the page; soon after a reload, restarts the whole program unless the app runs. */
  restart: noInput,
} as const satisfies Record<CommandName, z.ZodType>;

export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]>;
export type CommandReply<Name extends CommandName> = Name extends keyof NamedReplies
  ? NamedReplies[Name]
  : null;

export type Handlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => Promise<Result<CommandReply<Name>>> | Result<CommandReply<Name>>;
};

/** The renderer's `window.loader`. */
export type LoaderBridge = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => Promise<Result<CommandReply<Name>>>;
} & {
  /** Calls `listener` with every new snapshot until the returned function is called. */
  readonly onSession: (listener: (session: Session) => void) => () => void;
};
