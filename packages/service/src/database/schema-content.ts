// The tables of what sellers put in and of what happened: variables, webhooks, files, chats, logs, access lists, accounts.
// Times are unix seconds unless their name says otherwise, flags 0 or 1.
import type { Generated } from 'kysely';
import type { UnixMs } from '@latchkey/protocol/units.ts';
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
  /** Names of events, joined by commas; with any, it is a target of events and clients cannot call it. */
  events: Generated<string>;
  /** What its deliveries are signed with, sealed; null where it is no target of events. */
  secret: string | null;
}

/** The outbox: what happened and has to be told, written in the transaction of the change itself. */
export interface DeliveryRow {
  id: string;
  applicationId: string;
  webid: string | null;
  /** Sealed, as it was in its webhook: the same for all that go there. */
  url: string;
  event: string;
  /** 1: it took no account and no key to make it happen, so that it waits in a queue of its own. */
  ofStrangers: Generated<Flag>;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: number;
  nextAt: number;
  /** A process sends it just now; the claim ends by itself. */
  claimedUntil: number | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: number;
}

/** What there was no room for. */
export interface DropRow {
  applicationId: string;
  /** `log`: lines that were refused or made room for newer ones; `event`: what was not told to a target. */
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
  /** null: it was taken from the service's own folder. */
  url: string | null;
  size: number;
  /** Hex; the name of its content on disk. */
  sha256: string;
  authed: Flag;
  uploadedAt: number;
}

export interface ChannelRow extends Folded<'name'> {
  applicationId: string;
  name: string;
  /** How long a user waits between two messages. */
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

/** What the seller changed. Never a secret. */
export interface AuditLogRow {
  id: string;
  applicationId: string;
  writtenAtMs: UnixMs;
  /** The operation of the seller API, or what the command line of the machine did: `newkey`, `addkey`, `endkey`. */
  type: string;
  detail: string;
  /** The label of the seller key; empty: the application's own. */
  sellerKey: Generated<string>;
  ip: string;
}

export interface ButtonRow {
  applicationId: string;
  value: string;
  text: string;
}

/** Counts that are expensive to make and may be a little old. */
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
  /** Whose ban made it; it goes with that ban. */
  userId: string | null;
  createdAt: number;
}

/** Exempt from blacklisted addresses and from the general request limit. */
export interface WhitelistRow {
  applicationId: string;
  ip: string;
  createdAt: number;
}

export interface TokenRow {
  applicationId: string;
  /** A keyed hash of it, which it is found by. */
  token: string;
  sealed: Generated<string | null>;
  kind: 'user' | 'license';
  /** The user name or the license key it belongs to; empty: nobody yet. */
  assigned: string;
  bannedReason: string | null;
  /** Of the token's file, set by the first `init` that uses it. */
  hash: string | null;
  createdAt: number;
}

export interface AccountRow {
  id: string;
  applicationId: string;
  role: 'Reseller' | 'Manager';
  username: string;
  passwordHash: string;
  emailHash: string | null;
  keyLevels: string;
  /** A sum of bits. */
  permissions: number;
  createdAt: number;
  /** The balance: how many licenses of each length it may still make. */
  day: number;
  week: number;
  month: number;
  threeMonth: number;
  sixMonth: number;
  year: number;
  lifetime: number;
}

/** A request that came with a challenge, for as long as the same one may come again. */
export interface RepeatRow {
  /** HMAC of application, session and challenge, hex. */
  request: string;
  /** HMAC of type and all parameters, hex. */
  content: string;
  /** Of the one who is at work, or was. */
  claim: string;
  /** Sealed; null: not known yet. */
  outcome: string | null;
  /** Without an outcome until then, it may be done again. */
  claimedUntil: number;
  expiresAt: number;
}

/** A budget in a window of time that begins with its first use. */
export interface ThrottleRow {
  /** What is counted; names and addresses are hashed. */
  scope: string;
  count: number;
  endsAt: number;
}
