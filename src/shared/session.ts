// The snapshot that the renderer sees: which screen to draw and the facts on it. Holds no password, code, session id
// or full device id. Times are unix milliseconds.
import type { Lapsed, Trust } from '@latchkey/client/facts.ts';
import type { DeviceChange } from './device-parts.ts';
import type { Failure, Report } from './failure.ts';
import type { Offer } from './offers.ts';
import type { Program, Task } from './program.ts';
import type { Ending } from './ending.ts';
import type { UpdateSoon } from './update-soon.ts';
import type { Step } from './step.ts';

export interface Session {
  /** Grows by one with every change; an older snapshot is never drawn over a newer one. */
  readonly revision: number;
  readonly phase: Phase;
  readonly notice: Notice | null;
  /** What the main process is doing for the user right now; null when it waits for them. */
  readonly step: Step | null;
  /** Long work, in the order in which it was begun; only while somebody is signed in. What is done has left the list. */
  readonly tasks: readonly Task[];
  /** What the last exchange with the service proved; null: none yet, or it was given up. */
  readonly trust: Trust | null;
  /** This computer's clock minus the service's, steady to a few seconds; null as long as no verified answer told it. */
  readonly clockOffsetMs: number | null;
  /** When the main process tries again by itself to get off this screen; null: it does not. */
  readonly nextTryAt: number | null;
  /** When the program is launched by itself unless that is called off; null: it is not. */
  readonly launchAt: number | null;
  /** What this service turned out not to offer: not drawn for the rest of this run. */
  readonly lacking: readonly Offer[];
  /** What a link from outside asked for and the page has not taken up yet; the newest one alone. */
  readonly wish: Wish | null;
  /** Whose sign-ins are kept on this computer; the one that was used last comes first. */
  readonly kept: readonly KeptName[];
  /** The program that the loader brings; null: it lies in the package. */
  readonly program: Program | null;
  /** What is told of subscriptions that end soon, once each, until its user closes it; the soonest comes first. */
  readonly endings: readonly Ending[];
  /** Whether the user wants notices of the system; null: this computer shows none. */
  readonly systemNotices: boolean | null;
}

/** A kept sign-in, without its secret. */
export interface KeptName {
  readonly id: string;
  /** A key alone is masked. */
  readonly name: string;
  readonly byKey: boolean;
  /** false: its password turned out to be wrong, and is asked for. */
  readonly complete: boolean;
  /** Signs in by itself at the start, as long as it is the one that was used last. */
  readonly auto: boolean;
}

/** What a link may ask for: a form with its key filled in. It sends nothing. `unreadable`: it is ours, and not in the one form that is read. */
export type Link =
  | { readonly kind: 'redeem' | 'register'; readonly key: string }
  | { readonly kind: 'unreadable' };

/** `id`: new for each link of this run of the program. */
export type Wish = Link & { readonly id: number };

export interface Subscription {
  readonly name: string;
  /** null: the service did not say. */
  readonly expiresAt: number | null;
  readonly startedAt: number | null;
  /** Expiry 20 years or more ahead. */
  readonly lifetime: boolean;
  /** As the seller numbered it; missing: the service did not say. */
  readonly level?: string;
}

export interface Account {
  /** Where the sign-in is a key alone, that key, masked. */
  readonly username: string;
  /** A key alone signed in: it is the user name too, and cannot be changed. */
  readonly byKey?: true;
  readonly subscriptions: readonly Subscription[];
  /**
   * Whether the dates above still hold. `asking`: a key was redeemed since they were told, and the service is asked anew;
   * `outdated`: it tells the new ones only at the next sign-in. Until then a date is the earliest at which something ends.
   */
  readonly dates: 'current' | 'asking' | 'outdated';
  /** Whether two-step sign-in is on, as the service says or proved last; missing: it does not say, or a change was not proven. */
  readonly twoFactor?: boolean;
  /** What has ended or is paused beside the above; missing: the service does not say. */
  readonly lapsed?: readonly Lapsed[];
  /** Since when the account is bound to this computer; null: it is not; missing: the service does not say. */
  readonly boundAt?: number | null;
  /** What of this computer was another when this account last signed in here; missing: nothing, or nothing is known. */
  readonly changes?: readonly DeviceChange[];
}

export interface SignedIn {
  readonly account: Account;
  /** The seller's announcement variable; null when there is none. */
  readonly announcement: string | null;
}

export type Phase =
  | { readonly kind: 'starting' }
  /**
   * `failure`: why an automatic sign-in, or a kept one, did not work; null after a plain start or sign-out. `another`: the
   * user asked for another account than those that are kept.
   */
  | {
      readonly kind: 'signed-out';
      readonly username: string;
      readonly failure: Failure | null;
      readonly another?: true;
    }
  | { readonly kind: 'code-needed'; readonly username: string }
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
      /** An https address that the service named; shown with its host, never run. */
      readonly download: string | null;
      readonly report: Report;
    }
  | { readonly kind: 'app-paused'; readonly report: Report }
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
      /** What of this computer was another when this account last signed in here; missing: nothing is known. */
      readonly changes?: readonly DeviceChange[];
      readonly report: Report;
    }
  | { readonly kind: 'session-ended'; readonly username: string; readonly report: Report }
  /** `username`: who was being signed in; empty: nobody. */
  | { readonly kind: 'unreachable'; readonly username: string; readonly failure: Failure };

export type PhaseKind = Phase['kind'];

/** A line above the screen that changes no phase. */
export type Notice =
  | {
      readonly kind: 'app-exited';
      readonly exitCode: number | null;
      readonly signal: string | null;
    }
  /** The user asked whether what is owned is still so. `changed`: null when the service only said that the session stands. */
  | { readonly kind: 'checked'; readonly at: number; readonly changed: boolean | null }
  /** What Renew brought. `expiresAt`: null, where the service did not say. */
  | { readonly kind: 'renewed'; readonly expiresAt: number | null; readonly lifetime: boolean }
  /** `username`: the new one. */
  | { readonly kind: 'name-changed'; readonly username: string }
  | { readonly kind: 'uninstalled'; readonly freedBytes: number }
  /** What was begun of a release that is not offered any more was removed. */
  | { readonly kind: 'rest-removed'; readonly freedBytes: number }
  | UpdateSoon
  /** Something in the background did not work: keeping the sign-in, a check, the announcement. */
  | { readonly kind: 'failure'; readonly failure: Failure };
