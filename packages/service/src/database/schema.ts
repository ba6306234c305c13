// The tables as the code sees them. Times are unix seconds, flags 0 or 1; columns are snake_case in the database.
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
  /** Those that may sign in (shared/versions.ts). */
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
  /** Where every `log` is sent, sealed; empty: nowhere. */
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
  /** 1: a ban blacklists the address, too, where it does not say. */
  banAddress: Generated<Flag>;
  /** 1: some users may still have a password hash of another server (bcrypt). */
  legacyHashes: Generated<Flag>;
  /** `200`: failures have it, too, for clients that read no other. */
  failureStatus: Generated<'spec' | '200'>;
  /** 1: masks that leave little to chance are taken, with a warning. */
  weakKeys: Generated<Flag>;
  /** How long lines of its logs are kept, in days; 0: for ever. */
  logDays: Generated<number>;
  auditDays: Generated<number>;
  /** Grows with every change of the row, by the database itself (kept-applications.ts). */
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
  /** 1: the name was a license key when it was given; it is never shown, also when that license is gone. */
  nameIsKey: Generated<Flag>;
  /** What the name looks like (users/look-alikes.ts). */
  skeleton: Generated<string>;
  /** argon2id as PHC text, or bcrypt of another server until the next sign-in. */
  passwordHash: string;
  /** Keyed hash of the address (secrets/emails.ts): enough to compare, nothing to lose. */
  emailHash: string | null;
  /** null: not banned; empty: banned without a reason. */
  bannedReason: string | null;
  /** Base32, sealed (secrets/at-rest.ts). */
  totpSecret: string | null;
  /** The last accepted 30-second step; a code of this or an earlier one is refused. */
  totpStep: number;
  /** Sealed; offered and not yet confirmed by a code; worthless 300 s after `totpPendingAt`. */
  totpPendingSecret: string | null;
  totpPendingAt: number | null;
  /** When the user may reset the device again; kept for sellers. */
  cooldownAt: Generated<number>;
  createdAt: number;
  lastLoginAt: number | null;
  lastIp: string | null;
}
export type UserRow = Omit<Selectable<UserTable>, keyof Folded<'username'> | 'nameIsKey'>;

/** A user's devices, compared exactly. The first one is bound at the first sign-in, sellers add more. */
export interface DeviceRow {
  userId: string;
  hwid: string;
  addedAt: number;
}

/** One for each reason that a user is banned for; `users.bannedReason` is that of the newest. */
export interface BanRow {
  userId: string;
  /** The license whose ban it came with; empty: the user alone was banned. */
  licenseKey: string;
  reason: string;
  /** The highest is the newest. */
  position: number;
  /** 1: it blacklisted the address, too. */
  withAddress: Flag;
}

/** Where a user signed in from; a recent one is exempt from the budget of the account alone. */
export interface KnownAddressRow {
  userId: string;
  address: string;
  lastAt: number;
  /** Ids of the signing keys that the program knew there, joined by commas; null: it was an earlier version of the service. */
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
  /** null: initialised; else signed in as this user. */
  userId: string | null;
  expiresAt: number;
  ip: Generated<string>;
  createdAt: Generated<number>;
  /** Of the program; null: it did not say. */
  version: string | null;
}
export type SessionRow = Selectable<SessionTable>;

export interface CodeFailureRow {
  id: string;
  userId: string;
  failedAt: number;
}

/** A seller key beside the application's own, which may do a part only, or ends soon. */
export interface SellerKeyTable {
  /** What the command line names it by: no part of the key. */
  id: string;
  applicationId: string;
  /** SHA-256 of the key, hex. */
  keyHash: string;
  label: string;
  scope: SellerScope;
  createdAt: number;
  /** null: it goes on. */
  endsAt: number | null;
}
export type SellerKeyRow = Selectable<SellerKeyTable>;

/** What the service knows about itself, whatever its applications (facts.ts). */
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

/** The database, or a transaction of it. */
export type Database = Kysely<Tables>;

/** For functions that must run inside a transaction. */
export type Transaction = KyselyTransaction<Tables>;
