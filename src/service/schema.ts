// The tables as the code sees them. Times are unix seconds, flags 0 or 1; columns are snake_case in the database.
import type { Kysely } from 'kysely';

type Flag = 0 | 1;

export interface ApplicationRow {
  id: string;
  name: string;
  ownerid: string;
  /** SHA-256 of the seller key, hex. */
  sellerkeyHash: string;
  version: string;
  /** Where the current version is; may be empty. */
  download: string;
  enabled: Flag;
  paused: Flag;
  /** A user's first device is bound, and others are refused. */
  hwidLock: Flag;
  /** A sign-in without a device id is refused. */
  forceHwid: Flag;
  /** Shortest device id, in characters. */
  minHwid: number;
  /** How long a signed-in session lives, in seconds from the sign-in. */
  sessionSeconds: number;
  createdAt: number;
}

/** What a license of a level gives. Several plans may share a level; a redeem takes the first. */
interface PlanRow {
  id: string;
  applicationId: string;
  name: string;
  level: string;
  createdAt: number;
}

export interface UserRow {
  id: string;
  applicationId: string;
  username: string;
  /** argon2id, as PHC text. */
  passwordHash: string;
  hwid: string | null;
  /** null: not banned; empty: banned without a reason. */
  bannedReason: string | null;
  /** Base32. */
  totpSecret: string | null;
  /** The last accepted 30-second step; a code of this or an earlier one is refused. */
  totpStep: number;
  createdAt: number;
  lastLoginAt: number | null;
  lastIp: string | null;
}

/** One per user and plan: running (`expiresAt`) or paused (`remainingSeconds`), never both. */
interface SubscriptionRow {
  userId: string;
  planId: string;
  sinceAt: number;
  expiresAt: number | null;
  remainingSeconds: number | null;
}

export type LicenseStatus = 'unused' | 'used' | 'banned';

interface LicenseRow {
  applicationId: string;
  key: string;
  level: string;
  /** What it adds. */
  seconds: number;
  status: LicenseStatus;
  /** The user who redeemed it; stays when it is banned later. */
  usedBy: string | null;
  usedAt: number | null;
  bannedReason: string | null;
  createdAt: number;
}

interface VariableRow {
  applicationId: string;
  varid: string;
  value: string;
  /** 1: only for signed-in sessions. */
  authed: Flag;
}

interface WebhookRow {
  applicationId: string;
  webid: string;
  url: string;
  userAgent: string;
  authed: Flag;
}

export interface SessionRow {
  /** SHA-256 of the session id, hex. */
  idHash: string;
  applicationId: string;
  /** null: initialised; else signed in as this user. */
  userId: string | null;
  expiresAt: number;
}

interface CodeFailureRow {
  id: string;
  userId: string;
  failedAt: number;
}

export interface Tables {
  applications: ApplicationRow;
  plans: PlanRow;
  users: UserRow;
  subscriptions: SubscriptionRow;
  licenses: LicenseRow;
  variables: VariableRow;
  webhooks: WebhookRow;
  sessions: SessionRow;
  codeFailures: CodeFailureRow;
}

/** Also what a transaction is. */
export type Database = Kysely<Tables>;
