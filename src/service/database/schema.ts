// The tables as the code sees them. Times are unix seconds, flags 0 or 1; columns are snake_case in the database.
import type { Generated, Kysely, Selectable } from 'kysely';
import type {
  AccountRow,
  AuditLogRow,
  BlacklistRow,
  ButtonRow,
  ChannelRow,
  ChatMessageRow,
  ChatMuteRow,
  DeliveryRow,
  FileRow,
  LogRow,
  StatisticRow,
  ThrottleRow,
  TokenRow,
  UserVariableRow,
  VariableRow,
  WebhookRow,
  WhitelistRow,
} from './schema-content.ts';

export type Flag = 0 | 1;

/** Beside every name: `names.ts` writes it and finds by it, and nothing else does. */
export type Folded<Name extends string> = {
  readonly [Fold in `${Name}Fold`]: string;
} & {
  /** Unique with the fold; null: in an earlier version there was another one that differed in case only. */
  readonly foldGuard: Generated<1 | null>;
};

interface ApplicationTable {
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
  /** The seller's own texts: JSON object, Reason -> text. */
  texts: Generated<string>;
  /** Settings that the service keeps for sellers and does nothing with: JSON object, name -> text. */
  extras: Generated<string>;
  /** Where every `log` is sent; empty: nowhere. */
  logWebhook: Generated<string>;
  /** What any of its webhooks wants to be told of: names joined by commas, so that most calls need not ask. */
  eventNames: Generated<string>;
  /** The only address that may use the seller key; null: any. */
  sellerAddress: string | null;
  /** `init` compares the program's hash with `programHashes`. */
  hashCheck: Generated<Flag>;
  /** `init` wants a token. */
  tokenSystem: Generated<Flag>;
  minUsernameLength: Generated<number>;
  /** How long a user waits between two device resets of their own, in seconds. */
  cooldownSeconds: Generated<number>;
  /** 1: some users may still have a password hash of another server (bcrypt). */
  legacyHashes: Generated<Flag>;
  createdAt: number;
}
export type ApplicationRow = Selectable<ApplicationTable>;

interface ProgramHashRow {
  applicationId: string;
  /** Lower case hex. */
  hash: string;
}

/** What a license of a level gives. Several plans may share a level; a redeem takes the first. */
interface PlanRow extends Folded<'name'> {
  id: string;
  applicationId: string;
  name: string;
  level: string;
  createdAt: number;
}

interface UserTable extends Folded<'username'> {
  id: string;
  applicationId: string;
  username: string;
  /** argon2id as PHC text, or bcrypt of another server until the next sign-in. */
  passwordHash: string;
  /** SHA-256 of the address in lower case, hex: enough to compare, nothing to lose. */
  emailHash: string | null;
  /** null: not banned; empty: banned without a reason. */
  bannedReason: string | null;
  /** Base32. */
  totpSecret: string | null;
  /** The last accepted 30-second step; a code of this or an earlier one is refused. */
  totpStep: number;
  /** Offered and not yet confirmed by a code; worthless 300 s after `totpPendingAt`. */
  totpPendingSecret: string | null;
  totpPendingAt: number | null;
  /** When the user may reset the device again; kept for sellers. */
  cooldownAt: Generated<number>;
  createdAt: number;
  lastLoginAt: number | null;
  lastIp: string | null;
}
export type UserRow = Omit<Selectable<UserTable>, keyof Folded<'username'>>;

/** A user's devices, compared exactly. The first one is bound at the first sign-in, sellers add more. */
interface DeviceRow {
  userId: string;
  hwid: string;
  addedAt: number;
}

/** Where a user signed in from; a recent one is exempt from the budget of the account alone. */
interface KnownAddressRow {
  userId: string;
  address: string;
  lastAt: number;
}

interface PasswordResetRow {
  /** SHA-256 of the token in the mail, hex. */
  tokenHash: string;
  userId: string;
  expiresAt: number;
}

/**
 * One per user and plan: running (`expiresAt`) or paused (`remainingSeconds`), never both. What remains of it is the sum of
 * what its grants have left, settled; kept here as well, because every request asks for it.
 */
export interface SubscriptionRow {
  userId: string;
  planId: string;
  sinceAt: number;
  expiresAt: number | null;
  remainingSeconds: number | null;
  /** The oldest license that counts in it; null where there is none. */
  licenseKey: string | null;
  /** 1: paused by pausing the application, and resumed with it. */
  pausedWithApplication: Generated<Flag>;
}

export type GrantSource = 'key' | 'seller' | 'import' | 'unknown';
export type RevokedBy = 'ban' | 'refund' | 'delete' | 'seller';

/**
 * The ledger (contract 0.20): what gave a subscription its time. Time that passes is taken from the oldest first, and written
 * down here when the ledger is next changed: until then `left` is too much by what has passed (licenses/settling.ts).
 */
export interface GrantRow {
  userId: string;
  planId: string;
  /** The order of a subscription's grants; the lowest is the oldest. */
  position: number;
  source: GrantSource;
  /** Of the source `key`. The license itself may be gone. */
  licenseKey: string | null;
  /** Who did it, where that is known; else empty. */
  actor: string;
  /** Of a key: the very moment of the license's `usedAt`. */
  grantedAt: number;
  /** Seconds. Below 0: what a seller took by hand; nothing of it is ever left. */
  given: number;
  left: number;
  /** null: it counts. Else `left` is kept aside, to be brought back. */
  revokedAt: number | null;
  revokedBy: RevokedBy | null;
}

export type LicenseStatus = 'unused' | 'used' | 'banned';

interface LicenseRow extends Folded<'key'> {
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
  /** 1: its ban also banned its user, who was not banned before. */
  bannedUser: Generated<Flag>;
  note: Generated<string>;
  createdBy: Generated<string>;
  createdAt: number;
}

interface SessionTable {
  /** SHA-256 of the session id, hex. */
  idHash: string;
  applicationId: string;
  /** null: initialised; else signed in as this user. */
  userId: string | null;
  expiresAt: number;
  ip: Generated<string>;
  createdAt: Generated<number>;
}
export type SessionRow = Selectable<SessionTable>;

interface CodeFailureRow {
  id: string;
  userId: string;
  failedAt: number;
}

export interface Tables {
  applications: ApplicationTable;
  plans: PlanRow;
  users: UserTable;
  subscriptions: SubscriptionRow;
  grants: GrantRow;
  licenses: LicenseRow;
  variables: VariableRow;
  webhooks: WebhookRow;
  sessions: SessionTable;
  codeFailures: CodeFailureRow;
  programHashes: ProgramHashRow;
  devices: DeviceRow;
  userVariables: UserVariableRow;
  knownAddresses: KnownAddressRow;
  passwordResets: PasswordResetRow;
  deliveries: DeliveryRow;
  files: FileRow;
  channels: ChannelRow;
  chatMessages: ChatMessageRow;
  chatMutes: ChatMuteRow;
  logs: LogRow;
  auditLogs: AuditLogRow;
  buttons: ButtonRow;
  statistics: StatisticRow;
  blacklist: BlacklistRow;
  whitelist: WhitelistRow;
  tokens: TokenRow;
  accounts: AccountRow;
  throttles: ThrottleRow;
}

/** Also what a transaction is. */
export type Database = Kysely<Tables>;
