// The bridge: what the renderer may ask, with the shape of every input and reply. Handlers, LoaderBridge and the channel
// names are derived from these two tables. Values here are for the main process; the renderer imports types only.
import type { Chat, SentChat } from './chat.ts';
import type { Community } from './community.ts';
import type { DeviceRequest } from './device-request.ts';
import { z } from 'zod';
import type { CommandName } from './commands.ts';
import type { Result } from './failure.ts';
import { languageCodes } from './languages.ts';
import type { OptionValues, SavedOption } from './options.ts';
import type { Receipt, RedeemedHere } from './receipt.ts';
import type { LoaderInfo } from './loader-info.ts';
import type { Session } from './session.ts';
import type { SentReport, SupportReport } from './support-report.ts';
import type { TwoFactorOffer } from './two-factor.ts';
import { maxMessageLength } from '@latchkey/protocol/limits.ts';
import { linkNames } from './loader-info.ts';
import { longText } from '@latchkey/protocol/client/common.ts';
import { code, email, keyText, password, username } from '@latchkey/protocol/primitives.ts';

const nothing = z.strictObject({});
const task = z.strictObject({ id: z.string().regex(/^task-\d{1,9}$/) });
const keptSignIn = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });
const report = z.strictObject({ reportId: z.string().regex(/^[0-9a-f]{32}$/) });
const ending = z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) });
const mailAddress = email.refine((text) => text !== '');

export const commands = {
  /** Brand, links and abilities. */
  describe: nothing,
  /** The current snapshot, for a renderer that has just loaded. */
  getSession: nothing,
  /** Signs in. The next screen comes as a snapshot. `remember` asks to keep user name and password in the key store. */
  signIn: z.strictObject({ username, password, remember: z.boolean() }),
  /** Signs in with a license key alone; one that nobody has used becomes an account of its own. */
  signInWithKey: z.strictObject({ key: keyText, remember: z.boolean() }),
  /** Signs in with a kept sign-in, also from another account, whose session ends with it. */
  signInKept: keptSignIn,
  /** Removes a kept sign-in from this computer. */
  forgetKept: keptSignIn,
  /** Ends the session and leads to the empty form; what is kept stays. */
  useAnother: nothing,
  /** Whether the kept sign-in of whoever is signed in signs in by itself at the start. */
  signInByItself: z.strictObject({ on: z.boolean() }),
  /** Makes an account with an unused key and signs in. */
  register: z.strictObject({
    username,
    password,
    key: keyText,
    email: mailAddress.nullable(),
    remember: z.boolean(),
  }),
  /** Asks the service to send a mail for a new password. */
  forgot: z.strictObject({ username, email: mailAddress }),
  /** Changes the name and ends the session; then signs in again where the sign-in is kept. */
  changeUsername: z.strictObject({ newUsername: username }),
  /** A secret for an authenticator app; nothing is on yet. */
  offerTwoFactor: nothing,
  /** With a code of the newest offer. Done means that the service proved it by a second answer. */
  turnOnTwoFactor: z.strictObject({ code }),
  /** With a code of the account's app; proven as above. */
  turnOffTwoFactor: z.strictObject({ code }),
  /** The text on the clipboard; the page asks only when its user pressed a button for it. */
  readClipboard: nothing,
  /** The second step, in phase `code-needed`. */
  submitCode: z.strictObject({ code }),
  /** From `code-needed` or a full-screen state to the sign-in form; the kept password is dropped. */
  goBack: nothing,
  /** Stops what is under way and returns to the phase before. */
  cancel: nothing,
  /** Adds a key to an account. Verifies no password and never signs in. */
  redeem: z.strictObject({ username, key: keyText }),
  /** What whoever is signed in redeemed on this computer, the newest first. */
  listRedeemed: nothing,
  /** Removes one of it, or, where `id` is null, all; answers what is left. Nothing is taken from the account. */
  removeRedeemed: z.strictObject({ id: z.int().positive().nullable() }),
  /** Asks the brand to move the account here, in phase `wrong-device`; once an hour at most. */
  requestDevice: nothing,
  /** The line that `sendReport` would send. */
  showReport: report,
  /** Sends that line to the brand, where the configuration allows it; once for each report. */
  sendReport: report,
  /** Who is online and how many there are. Asked again, it answers when there may be something new. */
  readCommunity: nothing,
  /** The newest messages of the chat. Asked again, as above. */
  readChat: nothing,
  /** Writes into the chat. Done means that the service, asked again, has it. */
  sendChat: z.strictObject({ message: longText(maxMessageLength).min(1) }),
  /** Nobody looks any more: what is waited for is `cancelled`. */
  stopReading: z.strictObject({ what: z.enum(['community', 'chat']) }),
  /** What counts of the options that follow the account. */
  readOptions: nothing,
  /** `before`: what its user saw; where that does not count any more, nothing is saved. */
  saveOption: z.strictObject({
    name: z.string().min(1).max(30),
    value: z.string().min(1).max(100),
    before: z.string().min(1).max(100),
  }),
  /** Starts the protected app, in phase `ready`. */
  launch: nothing,
  /** Begins the task that brings what is offered: an installation, or an update. */
  installProgram: nothing,
  /** Begins the task that verifies what is installed and fetches what is broken. */
  repairProgram: nothing,
  /** Removes the program, never its own data. What that freed comes as a notice. */
  uninstallProgram: nothing,
  /** Asks the user for a folder, then begins the task that moves the program there. */
  moveProgram: nothing,
  /** Tries again what led to a full-screen state; in `ready`, asks the service for fresh facts. */
  retry: nothing,
  /** Ends the session and forgets the kept sign-in of whoever was signed in. */
  signOut: nothing,
  dismissNotice: z.strictObject({ revision: z.int().nonnegative() }),
  /** The wish has been taken up, or is not wanted. A newer one stays. */
  dropWish: z.strictObject({ id: z.int().positive() }),
  /** What is told of the end of a subscription has been read. */
  closeEnding: ending,
  /** As above; and it is told once more in a day. */
  remindTomorrow: ending,
  /** Whether notices of the system are shown beside those in the window. */
  allowSystemNotices: z.strictObject({ on: z.boolean() }),
  /** Opens a configured link, or the download of `update-required`, in the system's browser. */
  openLink: z.strictObject({ name: z.enum([...linkNames, 'download']) }),
  /** The network or the window has come back: what is due anyway, a check or a try, comes at once. */
  wake: z.strictObject({ because: z.enum(['online', 'shown']) }),
  /** Ends the task's run; what it has done so far stays. */
  pauseTask: task,
  /** Goes on with a task that was paused, or tries again one that failed. */
  resumeTask: task,
  /** Ends the task and removes what it has done. */
  cancelTask: task,
  /** Remembers the language of the window; the page speaks it already. */
  chooseLanguage: z.strictObject({ language: z.enum(languageCodes) }),
  /** Writes to the log that the page could not draw: the kind of error and where in its script, never a message. */
  reportDefect: z.strictObject({
    reportId: z.string().regex(/^[0-9a-f]{32}$/),
    error: z.string().regex(/^[A-Za-z]{1,60}$/),
    frames: z.string().max(4000),
  }),
  /** Draws the page anew; when that was done a moment ago, starts the whole program anew, unless the app runs. */
  restart: nothing,
} as const satisfies Record<CommandName, z.ZodType>;

/** What each command answers; commands that are not named answer null. */
interface NamedReplies {
  describe: LoaderInfo;
  getSession: Session;
  redeem: Receipt;
  listRedeemed: readonly RedeemedHere[];
  removeRedeemed: readonly RedeemedHere[];
  requestDevice: DeviceRequest;
  showReport: SupportReport;
  sendReport: SentReport;
  readCommunity: Community;
  readChat: Chat;
  sendChat: SentChat;
  readOptions: OptionValues;
  saveOption: SavedOption;
  offerTwoFactor: TwoFactorOffer;
  /** null: there is no text on it, or too much. */
  readClipboard: string | null;
}

export type CommandInput<Name extends CommandName> = z.infer<(typeof commands)[Name]>;
export type CommandReply<Name extends CommandName> = Name extends keyof NamedReplies
  ? NamedReplies[Name]
  : null;

/** What the main process implements. */
export type Handlers = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => Promise<Result<CommandReply<Name>>> | Result<CommandReply<Name>>;
};

/** What the renderer sees as `window.loader`. */
export type LoaderBridge = {
  readonly [Name in CommandName]: (
    input: CommandInput<Name>,
  ) => Promise<Result<CommandReply<Name>>>;
} & {
  /** Calls `listener` with every new snapshot until the returned function is called. */
  readonly onSession: (listener: (session: Session) => void) => () => void;
};
