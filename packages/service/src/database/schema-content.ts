// Defines the tables of sellers' content and of records: variables, webhooks, files, chats, logs,
// access lists. Times are unix seconds unless the name says otherwise, flags 0 or 1.
import type { Generated } from 'kysely';
import type { UnixMs } from '@latchkey/protocol/units.ts';
import type { WebhookShape } from '@latchkey/protocol/seller/event-names.ts';
import type { Flag, Folded } from './schema-columns.ts';

export interface VariableRow extends Folded<'varid'> {
  applicationId: string;
  varid: string;
  value: string;
  /** 1: only for signed-in sessions. */
  authed: Flag;
}

export interface UserVariableRow extends Folded<'name'> {
  userId: string;
  name: string;
  value: string;
  /** 1: only the seller may change it. */
  readOnly: Flag;
}

export interface WebhookRow {
  applicationId: string;
  webid: string;
  /** Sealed (secrets/at-rest.ts). */
  url: string;
  userAgent: string;
  authed: Flag;
  /** Event names, joined by commas. A webhook with events cannot be called by clients. */
  events: Generated<string>;
  /** Key that signs its deliveries, sealed; null: the webhook has no events. */
  secret: string | null;
  shape: Generated<WebhookShape>;
  /** Subscriptions that ended up to this time are reported. Only with the event `expiry`. */
  expirySeenAt: Generated<number>;
}

/** The outbox: events to send, written in the transaction of the change. */
export interface DeliveryRow {
  id: string;
  applicationId: string;
  webid: string | null;
  /** Sealed. The same text for all deliveries to one address. */
  url: string;
  event: string;
  /** 1: anybody can cause the event, without an account or a key, so it has a separate queue. */
  ofStrangers: Generated<Flag>;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  nextAt: number;
  /** End of the claim of the process that is sending it. */
  claimedUntil: number | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: number;
}

/** Counts of items dropped for lack of room. */
export interface DropRow {
  applicationId: string;
  /** `log`: lines refused or deleted for newer ones. `event`: events not sent to a target. */
  kind: 'log' | 'event';
  count: number;
  sinceAt: number;
  lastAt: number;
}

export interface FileRow {
  applicationId: string;
  /** 6 digits. */
  id: string;
  name: string;
  /** Null if the file was taken from the upload folder. */
  url: string | null;
  size: number;
  /** Hex; names the content on disk. */
  sha256: string;
  authed: Flag;
  uploadedAt: number;
}

export interface ChannelRow extends Folded<'name'> {
  applicationId: string;
  name: string;
  /** Minimum time between two messages of a user. */
  delaySeconds: number;
}

export interface ChatMessageRow {
  id: string;
  applicationId: string;
  channel: string;
  userId: string | null;
  author: string;
  message: string;
  writtenAtMs: UnixMs;
}

export interface ChatMuteRow {
  userId: string;
  mutedUntil: number;
}

export interface LogRow {
  id: string;
  applicationId: string;
  writtenAtMs: UnixMs;
  username: string | null;
  pcuser: string | null;
  ip: string;
  message: string;
}

/** A seller's change, or a request with an additional seller key, without secrets. */
export interface AuditLogRow {
  id: string;
  applicationId: string;
  writtenAtMs: UnixMs;
  /** The operation of the seller API or of the command line: `newkey`, `addkey`, `endkey`. */
  type: string;
  detail: string;
  /** The label of the key or account (api/seller-keys.ts); empty: the application's own key. */
  sellerKey: Generated<string>;
  ip: string;
}

export interface ButtonRow {
  applicationId: string;
  value: string;
  text: string;
}

/** Cached counts that are expensive and may be a little old. */
export interface StatisticRow {
  applicationId: string;
  kind: string;
  /** JSON. */
  body: string;
  expiresAt: number;
}

export interface BlacklistRow {
  applicationId: string;
  kind: 'ip' | 'hwid';
  data: string;
  /** The user whose ban created it; it is deleted with that ban. */
  userId: string | null;
  createdAt: number;
}

/** An address that is exempt from the blacklist and from the general rate limit. */
export interface WhitelistRow {
  applicationId: string;
  ip: string;
  createdAt: number;
}

export interface TokenRow {
  applicationId: string;
  /** Keyed hash for look-ups. */
  token: string;
  sealed: Generated<string | null>;
  kind: 'user' | 'license';
  /** The user name or license key that it belongs to; empty: none yet. */
  assigned: string;
  bannedReason: string | null;
  /** Hash of the token's file, set by the first `init` that uses it. */
  hash: string | null;
  createdAt: number;
}

/** Why a session was ended. Programs compare it. */
export type EndReason =
  | 'computer-removed'
  | 'password-changed'
  | 'ended-elsewhere'
  | 'session-limit';

/** A session that was ended for a reason, until it would have expired. */
export interface EndedSessionRow {
  /** Equal to the `idHash` of the session. */
  idHash: string;
  applicationId: string;
  reason: EndReason;
  expiresAt: number;
}

/** Idempotency record of a request with a challenge, as long as a replay is possible. */
export interface RepeatRow {
  /** HMAC of application, session and challenge, hex. */
  request: string;
  /** HMAC of type and all parameters, hex. */
  content: string;
  /** Identifies the attempt that holds the claim, or completed the request. */
  claim: string;
  /** Sealed; null: the request is in flight. */
  outcome: string | null;
  /** End of the claim. Afterwards, a request without an outcome may run again. */
  claimedUntil: number;
  expiresAt: number;
}

/** A budget in a time window that begins with its first use. */
export interface ThrottleRow {
  /** Hash of the counted thing, such as a name or an address. */
  scope: string;
  count: number;
  endsAt: number;
}
