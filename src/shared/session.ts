// The snapshot that the renderer draws: the current screen and its facts. It holds no password,
// code, session id or full device id. Times are unix milliseconds.
import type { Features } from '@latchkey/protocol/features.ts';
import type { AccountEvent, EndCause, Lapsed, Resets, Trust } from '@latchkey/client/facts.ts';
import type { Announcement } from './announcement.ts';
import type { ComputerRemoval } from './computers.ts';
import type { ConnectionCheck } from './connection-check.ts';
import type { DeviceChange } from './device-parts.ts';
import type { Failure, Report } from './failure.ts';
import type { Found } from './found.ts';
import type { AccountAbility, Feature } from './features.ts';
import type { LoaderUpdate } from './loader-update.ts';
import type { Preferences } from './preferences.ts';
import type { Program, RemainingFilesSummary, Task } from './program.ts';
import type { EndingSubscription } from './ending.ts';
import type { UpdateWarning } from './update-warning.ts';
import type { Step } from './step.ts';

export interface Session {
  /** Increases by one with every change; older snapshots are never drawn over newer ones. */
  readonly revision: number;
  readonly phase: Phase;
  readonly notice: Notice | null;
  /** The current step of the running command; null while the main process waits for the user. */
  readonly step: Step | null;
  /** Unfinished tasks, oldest first; only while a user is signed in. */
  readonly tasks: readonly Task[];
  /** Whether the service's last answer was verified; null before an answer or after a cancel. */
  readonly trust: Trust | null;
  /** This computer's clock minus the service's, to a few seconds; null before a verified answer. */
  readonly clockOffsetMs: number | null;
  /** Time of the next automatic retry from this screen, or null. */
  readonly nextRetryAt: number | null;
  /** Time of the automatic launch unless the user cancels it, or null. */
  readonly launchAt: number | null;
  /** Features that this service does not support. The page hides them for the rest of the run. */
  readonly unsupported: readonly Feature[];
  /** The newest deep link that the page has not handled yet. */
  readonly deepLink: PendingDeepLink | null;
  /** The sign-ins saved on this computer, most recently used first. */
  readonly savedSignIns: readonly SavedSignInSummary[];
  /** The program that the loader installs; null if the program is in the package. */
  readonly program: Program | null;
  /** A newer loader that is downloaded and verified, or null. */
  readonly loaderUpdate: LoaderUpdate | null;
  /** Subscriptions that end soon and whose notice the user has not closed, soonest first. */
  readonly endings: readonly EndingSubscription[];
  /** Whether the user wants desktop notifications; null if this computer shows none. */
  readonly systemNotices: boolean | null;
  readonly preferences: Preferences;
  readonly connectionCheck: ConnectionCheck | null;
  /** Days of the free trial that the service offers; 0 if it offers none. */
  readonly trialDays: number;
}

/** A saved sign-in, without its secret. */
export interface SavedSignInSummary {
  readonly id: string;
  /** Masked if it is a key alone. */
  readonly name: string;
  readonly byKey: boolean;
  /** False if the saved password was rejected and removed, so that the form asks for it. */
  readonly complete: boolean;
  /** Signs in automatically at the start if no other sign-in was used later. */
  readonly auto: boolean;
}

/** A deep link, which only fills in a form. `unreadable`: the link has an unsupported form. */
export type DeepLink =
  | { readonly kind: 'redeem' | 'register'; readonly key: string }
  | { readonly kind: 'unreadable' };

/** A pending deep link. `id`: unique within this run of the program. */
export type PendingDeepLink = DeepLink & { readonly id: number };

export interface Subscription {
  readonly name: string;
  /** Null if the service did not report it. */
  readonly expiresAt: number | null;
  readonly startedAt: number | null;
  /** The expiry is 20 years or more ahead. */
  readonly lifetime: boolean;
  /** The seller's number; missing if the service did not report it. */
  readonly level?: string;
  /** The seller's words about what it includes; missing if there are none. */
  readonly included?: readonly string[];
}

export interface Account {
  /** The masked key if the user signed in by key alone. */
  readonly username: string;
  /** The user signed in by key alone. The key is also the user name, so it cannot be changed. */
  readonly byKey?: true;
  readonly subscriptions: readonly Subscription[];
  /**
   * Whether the dates of `subscriptions` are current. After a redeem they are stale: `asking` while
   * the loader requests new dates, `outdated` if the service reports them only at the next sign-in.
   * A stale date is the earliest possible end.
   */
  readonly dates: 'current' | 'asking' | 'outdated';
  /** The last state that the service reported or a change proved; missing if unknown. */
  readonly twoFactor?: boolean;
  /** Expired or paused subscriptions; missing if the service does not report them. */
  readonly lapsed?: readonly Lapsed[];
  /** When the account was bound to this computer; null if unbound, missing if not reported. */
  readonly boundAt?: number | null;
  /** Parts that changed since this account last signed in here; missing if none or unknown. */
  readonly changes?: readonly DeviceChange[];
  /** Numbers of bound and allowed computers; missing if not limited or not reported. */
  readonly computers?: { readonly used: number; readonly allowed: number };
  /** Missing if users of this service cannot remove computers. */
  readonly resets?: Resets;
  /** How many recovery codes are left; missing if the account cannot have any. */
  readonly recoveryCodes?: number;
  /** Changes that concern the account's security, newest first; missing if not reported. */
  readonly events?: readonly AccountEvent[];
  /** Missing if the service does not report it. */
  readonly can?: readonly AccountAbility[];
  /** What the launched program gets, by name. Missing if the user has none. */
  readonly features?: Features;
  /** The seller's words about what this user alone has. `until`: null if it has no end. */
  readonly extras?: readonly { readonly words: string; readonly until: number | null }[];
}

/** The user has an offline pass instead of a session. */
export interface OfflineFacts {
  /** The end of the pass. */
  readonly until: number;
  /** The service answers again, but requires a one-time code. */
  readonly needsCode?: true;
}

export interface SignedIn {
  readonly account: Account;
  /** Missing while the service can be reached. */
  readonly offline?: OfflineFacts;
  /** Null if the seller announces nothing, or if the variable was not read. */
  readonly announcement: Announcement | null;
}

export type Phase =
  | { readonly kind: 'starting' }
  /**
   * `failure`: why an automatic or saved sign-in failed; null after an ordinary start or
   * sign-out.
   * `another`: the user asked for an account that is not saved.
   */
  | {
      readonly kind: 'signed-out';
      readonly username: string;
      readonly failure: Failure | null;
      readonly another?: true;
    }
  /** `recovery`: a recovery code works too. */
  | { readonly kind: 'code-needed'; readonly username: string; readonly recovery?: true }
  | ({ readonly kind: 'ready' } & SignedIn)
  | ({ readonly kind: 'launching' } & SignedIn)
  | ({ readonly kind: 'running' } & SignedIn)
  | {
      readonly kind: 'no-subscription';
      readonly cause: 'expired' | 'never' | 'paused';
      readonly username: string;
      readonly lapsed: readonly Lapsed[];
      readonly report: Report;
    }
  | {
      readonly kind: 'update-required';
      readonly requiredVersion: string | null;
      /** An https address from the service; shown with its host, never run. */
      readonly download: string | null;
      readonly report: Report;
    }
  /** `suspended`: the signed-in account, whose session continues after the pause. */
  | { readonly kind: 'app-paused'; readonly report: Report; readonly suspended?: Account }
  | { readonly kind: 'app-disabled'; readonly report: Report }
  | {
      readonly kind: 'banned';
      readonly cause: 'user' | 'blacklist';
      readonly username: string;
      readonly reason: string | null;
      readonly report: Report;
    }
  | {
      readonly kind: 'wrong-device';
      readonly username: string;
      /** The first 8 characters of the device id. */
      readonly shortDeviceId: string;
      /** Device parts that changed since this account last signed in here; missing if unknown. */
      readonly changes?: readonly DeviceChange[];
      /** Missing if the user cannot remove another computer without the seller. */
      readonly removal?: ComputerRemoval;
      readonly report: Report;
    }
  | {
      readonly kind: 'session-ended';
      readonly username: string;
      /** Missing if the session only expired, or if the cause is unknown. */
      readonly ended?: EndCause;
      readonly report: Report;
    }
  /** `username`: of the failed sign-in; empty if unknown. `offlineEndedAt`: the end of its pass. */
  | {
      readonly kind: 'unreachable';
      readonly username: string;
      readonly failure: Failure;
      readonly offlineEndedAt?: number;
    };

export type PhaseKind = Phase['kind'];

/** A message over the screen. It does not change the phase. */
export type Notice =
  /** The app ended without the exit code 0. */
  | {
      readonly kind: 'app-exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
    }
  /**
   * Result of a requested check. `changed`: null if only the session was confirmed. `service`: for
   * a user who was offline, whether the service could be reached.
   */
  | {
      readonly kind: 'checked';
      readonly at: number;
      readonly changed: boolean | null;
      readonly found?: Found;
      readonly service?: 'back' | 'unreachable';
    }
  /** Result of Renew. `expiresAt`: null if the service did not report it. */
  | { readonly kind: 'renewed'; readonly expiresAt: number | null; readonly lifetime: boolean }
  /** The user created this account. The page shows it as a screen. */
  | { readonly kind: 'account-created'; readonly username: string }
  /** `username`: the new name. */
  | { readonly kind: 'name-changed'; readonly username: string }
  /** The first installation is done; an update shows its version on the screen. */
  | { readonly kind: 'installed'; readonly version: string }
  | {
      readonly kind: 'uninstalled';
      readonly freedBytes: number;
      readonly remaining?: RemainingFilesSummary;
    }
  /** The program moved, but files are left in the old folder. */
  | { readonly kind: 'moved'; readonly remaining: RemainingFilesSummary }
  /** The unfinished download of a withdrawn release was removed. */
  | { readonly kind: 'download-removed'; readonly freedBytes: number }
  | UpdateWarning
  /** A background operation failed, such as a check, saving the sign-in or the automatic launch. */
  | { readonly kind: 'failure'; readonly failure: Failure };
