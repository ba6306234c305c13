// Defines the context of an operation: the service's dependencies and the facts of one request.
import type { Logger } from 'pino';
import type { ClientType, clientSpec } from '@latchkey/protocol/client-spec.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';
import type { Flag } from '../database/schema-columns.ts';
import type { RepeatRow } from '../database/schema-content.ts';
import type { WriteShare } from '../database/write-share.ts';
import type { ApplicationRow, Database } from '../database/schema.ts';
import type { SessionRow } from '../database/schema-sessions.ts';
import type { UserRow } from '../database/schema-users.ts';
import type { Deliveries } from '../outbound/deliveries.ts';
import type { Mailer } from '../outbound/mail.ts';
import type { GeneralLimit } from '../http/general-limit.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { refuse, type Refusal } from '../outcome.ts';
import type { PasswordQueue, QueuedPasswords } from '../secrets/passwords.ts';
import type { ServiceSecret } from '../secrets/service-secret.ts';
import type { Signers } from '../secrets/signers.ts';
import type { AttemptsInFlight } from '../secrets/wrong-secrets.ts';
import type { FollowUp } from './follow-ups.ts';
import type { PageCursors } from './seller-page.ts';
import type { FileContents } from '../storage/file-contents.ts';
import type { StoredFiles } from '../storage/stored-files.ts';
import type { Idempotency } from './idempotency/idempotent-request.ts';

export interface Parts {
  readonly db: Database;
  /** A separate connection for reads of very many rows. It sees committed data only. */
  readonly reader: Database;
  readonly passwordQueue: PasswordQueue;
  readonly signers: Signers;
  readonly secret: ServiceSecret;
  /** HMAC key for the hashes of email addresses, recovery codes and computers. */
  readonly mailKey: Uint8Array;
  readonly nowMs: () => UnixMs;
  readonly log: Logger;
  readonly storedFiles: StoredFiles;
  readonly fileContents: FileContents;
  /** Attempts in flight that may count against a budget. */
  readonly attempts: AttemptsInFlight;
  /** Null if this service cannot send mail. */
  readonly mailer: Mailer | null;
  /** Sends all requests to sellers' URLs. */
  readonly outbound: Outbound;
  /** Origins that replace those of shops' APIs, by kind, for tests. */
  readonly shopApis: ReadonlyMap<string, string>;
  /** Whether trusted proxies are configured, so that `ip` is always the client's address. */
  readonly trustsProxies: boolean;
  readonly deliveries: Pick<Deliveries, 'around' | 'noteEmitted'>;
  /** Enforces the general rate limit per address. */
  readonly requests: GeneralLimit;
  /** Lets applications take turns with searches and other long reads. */
  readonly longReads: WriteShare;
  /** Start positions of pages of long lists. */
  readonly pages: PageCursors;
  /** Aborted when the service begins to shut down, so that long work stops. */
  readonly ending: AbortSignal;
}

/** One request of either API. */
export interface RequestContext extends Parts {
  readonly application: ApplicationRow;
  /** Hashes passwords within the application's share. */
  readonly passwords: QueuedPasswords;
  /** Unix seconds, the same for the whole request. */
  readonly now: number;
  readonly ip: string;
}

/** One request of the client API. */
export interface Call extends RequestContext {
  /** The header of the request; undefined if it has none. */
  readonly acceptLanguage: string | undefined;
  readonly idempotency: Idempotency;
  /**
   * Runs `work` after the operation, with a `db` outside its transactions, also if they were rolled
   * back.
   */
  readonly afterwards: (work: FollowUp) => void;
  /** Browser and system, for a request of the customers' page. Null: of a program. */
  readonly browser: string | null;
  /** Ids of the signing keys that the program knows. */
  readonly knownKeys: readonly string[];
  /** SHA-256 of the session id; null if the request has none. */
  readonly sessionIdHash: string | null;
  /** Null if the request has no session id, or if no running session has this id. */
  readonly session: CallSession | null;
  /** The signed-in user. Null if the session is not signed in. */
  readonly user: CallUser | null;
  /** Only for `var`: the variable, read together with the session. */
  readonly variable: CallVariable | null;
  /** Only for `check`: the user's subscriptions and devices, read together with the session. */
  readonly entitlements: CallEntitlements | null;
}

export interface SessionCall extends Call {
  readonly session: CallSession;
}

export interface SignedInCall extends SessionCall {
  readonly user: CallUser;
}

/** The call of an operation, with the session and user that it needs (client-spec.ts). */
export type CallOf<Type extends ClientType> = (typeof clientSpec)[Type] extends {
  readonly sessionlessKind: string;
}
  ? Call
  : {
      nothing: Call;
      'any-session': SessionCall;
      session: SessionCall;
      'sign-in': SignedInCall;
    }[(typeof clientSpec)[Type]['needs']];

/** The columns of a user that most operations need, without the password hash. */
export type CallUser = Pick<
  UserRow,
  | 'id'
  | 'username'
  | 'bannedReason'
  | 'totpSecret'
  | 'totpPendingSecret'
  | 'totpPendingAt'
  | 'createdAt'
  | 'lastLoginAt'
>;

export type CallSession = Pick<SessionRow, 'idHash' | 'userId' | 'version'>;

export interface CallVariable {
  readonly value: string;
  readonly authed: 0 | 1;
}

export interface CallEntitlements {
  /** Sorted by their end, latest first. */
  readonly subscriptions: readonly OwnedSubscription[];
  readonly hwid: string | null;
  /** The number of bound devices. */
  readonly used: number;
  /** The device of this session. Null if it is not bound. */
  readonly seat: CallSeat | null;
  readonly recoveryCodes: string | null;
  readonly accountEvents: string | null;
  /** The features of this user alone, as stored. */
  readonly ownFeatures: string | null;
  /** Unix seconds of the last use of this session that was written; null if none was. */
  readonly seenAt: number | null;
}

export interface CallSeat {
  readonly hwid: string;
  readonly lastSeenAt: number | null;
}

export interface OwnedSubscription {
  readonly subscription: string;
  readonly level: string;
  readonly sinceAt: number;
  readonly expiresAt: number | null;
  readonly remainingSeconds: number | null;
  /** 1: paused and resumed together with the application. */
  readonly pausedWithApplication: Flag;
  readonly licenseKey: string | null;
  /** The number of computers that it allows. */
  readonly computers: number;
  /** Days for which it still works after `expiresAt` (subscriptions/grace.ts). */
  readonly graceDays: number;
  /** The features of its plan as stored (subscriptions/features.ts). */
  readonly features: string | null;
}

/** The input of a request's first statement, which reads the context. */
export interface ContextQuery {
  readonly name: string;
  readonly ownerid: string;
  /** Null if the operation needs no session. */
  readonly sessionid: string | null;
  readonly extraRead: ExtraRead | null;
}

/** Additional data that the first statement reads. `request` is the idempotency key. */
export type ExtraRead =
  | { readonly kind: 'variable'; readonly varid: string }
  | { readonly kind: 'entitlements' }
  | { readonly kind: 'request'; readonly request: string };

/** The stored record of an earlier request with the same idempotency key. */
export type StoredRequest = Pick<RepeatRow, 'content' | 'outcome' | 'claimedUntil'>;

/** The result of a request's first statement. */
export interface SessionContext extends Pick<
  Call,
  'application' | 'sessionIdHash' | 'session' | 'user' | 'variable' | 'entitlements'
> {
  /** Unix seconds at which the user's last subscription ends. Null if none is active. */
  readonly activeUntil: number | null;
  readonly earlierRequest: StoredRequest | null;
}

/** Refuses users who are not signed in, for resources that sellers may restrict. */
export function refuseUnlessSignedIn({ user }: Pick<Call, 'user'>): Refusal | null {
  return user === null ? refuse('not-signed-in') : null;
}
