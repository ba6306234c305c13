// Defines all tables. Times are unix seconds, flags 0 or 1; columns are snake_case in the database.
import type { Generated, Kysely, Selectable, Transaction as KyselyTransaction } from 'kysely';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type {
  AccountRow,
  AuditLogRow,
  BlacklistRow,
  ButtonRow,
  ChannelRow,
  ChatMessageRow,
  ChatMuteRow,
  DeliveryRow,
  DropRow,
  FileRow,
  LogRow,
  RepeatRow,
  StatisticRow,
  ThrottleRow,
  TokenRow,
  UserVariableRow,
  VariableRow,
  WebhookRow,
  WhitelistRow,
} from './schema-content.ts';
import type { Flag, Folded } from './schema-columns.ts';
import type { JobTable } from './schema-jobs.ts';
import type { ReleaseContentRow, ReleaseTable } from './schema-releases.ts';
import type {
  GrantRow,
  LicenseRow,
  OrderRow,
  PlanRow,
  SubscriptionRow,
} from './schema-licenses.ts';

export interface ApplicationTable {
  id: string;
  name: string;
  ownerid: string;
  /** SHA-256 of the seller key, hex. */
  sellerkeyHash: string;
  /** Versions that may sign in (protocol/versions.ts). */
  version: string;
  /** URL of the current version; may be empty. */
  download: string;
  enabled: Flag;
  paused: Flag;
  /** A user's first device is bound, and others are refused. */
  hwidLock: Flag;
  /** A sign-in without a device id is refused. */
  forceHwid: Flag;
  /** Shortest allowed device id, in characters. */
  minHwid: number;
  /** Lifetime of a signed-in session, from the sign-in. */
  sessionSeconds: number;
  /** The seller's own texts: JSON object, reason -> text. */
  texts: Generated<string>;
  /** Settings that the service only stores for sellers: JSON object, name -> text. */
  extras: Generated<string>;
  /** Where every `log` is sent, sealed; empty: nowhere. */
  logWebhook: Generated<string>;
  /** Events that any webhook receives, joined by commas, so that most calls need no query. */
  eventNames: Generated<string>;
  /** The only address that may use the seller key; null: any. */
  sellerAddress: string | null;
  /** `init` compares the program's hash with `programHashes`. */
  hashCheck: Generated<Flag>;
  /** `init` requires a token. */
  tokenSystem: Generated<Flag>;
  minUsernameLength: Generated<number>;
  /** How long a user must wait between two device resets, in seconds. */
  cooldownSeconds: Generated<number>;
  /** 1: a ban blacklists the address too, unless it says otherwise. */
  banAddress: Generated<Flag>;
  /** 1: some users may have a password hash of another server (bcrypt). */
  legacyHashes: Generated<Flag>;
  /** `200`: failures have this status too, for clients that read no other answer. */
  failureStatus: Generated<'spec' | '200'>;
  /** `302`: several keys are answered with this status, as some older clients expect. */
  severalKeysStatus: Generated<'200' | '302'>;
  /** 1: `activate` answers `info.subscriptions` as an object with the list inside. */
  nestedSubscriptions: Generated<Flag>;
  /** Whether a shop's body without a known order number creates keys. */
  unknownOrders: Generated<'make' | 'refuse'>;
  /** 1: license masks with little randomness are accepted, with a warning. */
  weakKeys: Generated<Flag>;
  /** Retention of its log lines in days; 0: forever. */
  logDays: Generated<number>;
  auditDays: Generated<number>;
  /** Incremented by the database at every change of the row (application-cache.ts). */
  revision: Generated<number>;
  createdAt: number;
}
export type ApplicationRow = Selectable<ApplicationTable>;

export interface ProgramHashRow {
  applicationId: string;
  /** Lower case hex. */
  hash: string;
}

export interface UserTable extends Folded<'username'> {
  id: string;
  applicationId: string;
  username: string;
  /** 1: the name was a license key when it was set. It is never shown. */
  nameIsKey: Generated<Flag>;
  /** 1: the password was a license key when it was set. Imported hashes are unknown, and 0. */
  passwordIsKey: Generated<Flag>;
  /** The skeleton of the name (UTS 39, skeletons.ts). */
  skeleton: Generated<string>;
  /** argon2id as a PHC string, or bcrypt of another server until the next sign-in. */
  passwordHash: string;
  /** Keyed hash of the email address (users/emails.ts), so that the address cannot be stolen. */
  emailHash: string | null;
  /** Null if the user is not banned, empty for a ban without a reason. */
  bannedReason: string | null;
  /** Base32, sealed (secrets/at-rest.ts). */
  totpSecret: string | null;
  /** The last accepted 30-second step; codes of this or an earlier one are refused. */
  totpStep: number;
  /** Sealed; offered but not confirmed by a code; expires 300 s after `totpPendingAt`. */
  totpPendingSecret: string | null;
  totpPendingAt: number | null;
  /** When the user may reset the device again; only stored for sellers. */
  cooldownAt: Generated<number>;
  createdAt: number;
  lastLoginAt: number | null;
  lastIp: string | null;
}
export type UserRow = Omit<
  Selectable<UserTable>,
  keyof Folded<'username'> | 'nameIsKey' | 'passwordIsKey'
>;

/** A user's devices, compared exactly. The first sign-in binds one; sellers add more. */
export interface DeviceRow {
  userId: string;
  hwid: string;
  addedAt: number;
}

/** One for each reason of a user's ban; `users.bannedReason` is the newest one's. */
export interface BanRow {
  userId: string;
  /** The license whose ban caused it; empty: the user alone was banned. */
  licenseKey: string;
  reason: string;
  /** The highest is the newest. */
  position: number;
  /** 1: it blacklisted the address too. */
  withAddress: Flag;
}

/** An address a user signed in from. A recent one is exempt from budgets that strangers spend. */
export interface KnownAddressRow {
  userId: string;
  address: string;
  lastAt: number;
  /** Ids of the signing keys that the program knew, joined by commas; null: earlier version. */
  keyIds: Generated<string | null>;
}

export interface PasswordResetRow {
  /** SHA-256 of the token in the mail, hex. */
  tokenHash: string;
  userId: string;
  expiresAt: number;
}

export interface SessionTable {
  /** SHA-256 of the session id, hex. */
  idHash: string;
  applicationId: string;
  /** The signed-in user. Null before a sign-in. */
  userId: string | null;
  expiresAt: number;
  ip: Generated<string>;
  createdAt: Generated<number>;
  /** The program's version; null: not given. */
  version: string | null;
}
export type SessionRow = Selectable<SessionTable>;

export interface CodeFailureRow {
  id: string;
  userId: string;
  failedAt: number;
}

/** An additional seller key, with a scope or an end. */
export interface SellerKeyTable {
  /** Its id on the command line, not part of the key. */
  id: string;
  applicationId: string;
  /** SHA-256 of the key, hex. */
  keyHash: string;
  label: string;
  scope: SellerScope;
  createdAt: number;
  /** Null if the key has no end. */
  endsAt: number | null;
}
export type SellerKeyRow = Selectable<SellerKeyTable>;

/** Facts about the service itself (facts.ts). */
export interface FactTable {
  name: string;
  value: string;
}

export interface Tables {
  applications: ApplicationTable;
  sellerKeys: SellerKeyTable;
  plans: PlanRow;
  users: UserTable;
  subscriptions: SubscriptionRow;
  grants: GrantRow;
  licenses: LicenseRow;
  orders: OrderRow;
  variables: VariableRow;
  webhooks: WebhookRow;
  sessions: SessionTable;
  codeFailures: CodeFailureRow;
  programHashes: ProgramHashRow;
  devices: DeviceRow;
  bans: BanRow;
  userVariables: UserVariableRow;
  knownAddresses: KnownAddressRow;
  passwordResets: PasswordResetRow;
  deliveries: DeliveryRow;
  drops: DropRow;
  files: FileRow;
  releases: ReleaseTable;
  releaseContents: ReleaseContentRow;
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
  facts: FactTable;
  repeats: RepeatRow;
  jobs: JobTable;
}

export type Database = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;
