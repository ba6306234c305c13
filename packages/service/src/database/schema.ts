// Defines all tables. Times are unix seconds, flags 0 or 1; columns are snake_case in the database.
import type { Generated, Kysely, Selectable, Transaction as KyselyTransaction } from 'kysely';
import type { SellerScope } from '@latchkey/protocol/seller-scopes.ts';
import type {
  AuditLogRow,
  BlacklistRow,
  ButtonRow,
  ChannelRow,
  ChatMessageRow,
  ChatMuteRow,
  DeliveryRow,
  DropRow,
  EndedSessionRow,
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
import type { Flag } from './schema-columns.ts';
import type { DayCountRow, HistoryRow } from './schema-history.ts';
import type { JobTable } from './schema-jobs.ts';
import type {
  AccountTable,
  BalanceEntryRow,
  BalanceRow,
  InvitationRow,
  PersonSessionRow,
  PersonTable,
  RecoveryCodeRow,
} from './schema-people.ts';
import type { ReleaseContentRow, ReleaseTable } from './schema-releases.ts';
import type {
  GrantRow,
  LicenseRow,
  OrderRow,
  PlanRow,
  SubscriptionRow,
  TrialRow,
} from './schema-licenses.ts';
import type { ShopTables } from './schema-shops.ts';
import type {
  UserTable,
  ComputerRemovalRow,
  OfflinePassRow,
  DeviceRow,
  BanRow,
  KnownAddressRow,
  PasswordResetRow,
} from './schema-users.ts';
import type { SessionTable } from './schema-sessions.ts';

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
  /** The URL that receives every `log`, sealed; empty: none. */
  logWebhook: Generated<string>;
  /** Events that at least one webhook receives, joined by commas. Saves most calls a query. */
  eventNames: Generated<string>;
  /** The only address that may use the seller key; null: any. */
  sellerAddress: string | null;
  /** `init` compares the program's hash with `programHashes`. */
  hashCheck: Generated<Flag>;
  /** `init` requires a token. */
  tokenSystem: Generated<Flag>;
  minUsernameLength: Generated<number>;
  /** Minimum seconds between two device resets by a user. */
  cooldownSeconds: Generated<number>;
  /** How many computers a user may remove in 30 days; 0: none. */
  resets: Generated<number>;
  /** 1: users may list and end their sessions. */
  ownSessions: Generated<Flag>;
  /** The most sessions of a user; 0: any number. */
  sessionLimit: Generated<number>;
  /** Hours for which an offline pass is valid; 0: none are issued. */
  offlineHours: Generated<number>;
  /** When the seat of a removed computer with an offline pass is free. */
  passRelease: Generated<'wait' | 'now'>;
  /** 1: users may change their password. */
  passwordChanges: Generated<Flag>;
  /** 1: users get mails about changes of their account. */
  accountMails: Generated<Flag>;
  /** 1: users with two-factor sign-in may have recovery codes. */
  recoveryCodes: Generated<Flag>;
  /** 1: a ban blacklists the address too, unless its request says otherwise. */
  banAddress: Generated<Flag>;
  /** 1: some users may have a password hash of another server (bcrypt). */
  legacyHashes: Generated<Flag>;
  /** `200`: failures have this status too, for clients that read only such answers. */
  failureStatus: Generated<'spec' | '200'>;
  /** `302`: several keys are answered with this status, as some older clients expect. */
  severalKeysStatus: Generated<'200' | '302'>;
  /** 1: `activate` answers `info.subscriptions` as an object with the list inside. */
  nestedSubscriptions: Generated<Flag>;
  /** Whether a shop's body without a known order number creates keys. */
  unknownOrders: Generated<'make' | 'refuse'>;
  /** Whether several users may have the same e-mail. */
  sharedEmails: Generated<'refuse' | 'allow'>;
  /** 1: license masks with little randomness are accepted, with a warning. */
  weakKeys: Generated<Flag>;
  /** Retention of its log lines in days; 0: forever. */
  logDays: Generated<number>;
  auditDays: Generated<number>;
  /** Retention of the history of users. */
  historyDays: Generated<number>;
  /** The IANA time zone of the days that numbers are counted by. */
  timeZone: Generated<string>;
  /** The name of the customers' page in its URL; null: none. Unique in the service. */
  pageName: Generated<string | null>;
  /** The URL of "Renew" on the page; null: none. */
  pageRenew: Generated<string | null>;
  /** 1: the page makes tokens with which programs sign in. */
  webLoader: Generated<Flag>;
  /** The subscription that a free trial gives; null: there are no trials. */
  trialPlanId: Generated<string | null>;
  /** 0 if there are no trials. */
  trialDays: Generated<number>;
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
  /** `account`: the scopes of its account. */
  scope: SellerScope | 'account';
  createdAt: number;
  /** Null if the key has no end. */
  endsAt: number | null;
  /** The account to which the key belongs. */
  accountId: Generated<string | null>;
}
export type SellerKeyRow = Selectable<SellerKeyTable>;

/** Facts about the service itself (facts.ts). */
export interface FactTable {
  name: string;
  value: string;
}

export interface Tables extends ShopTables {
  applications: ApplicationTable;
  sellerKeys: SellerKeyTable;
  plans: PlanRow;
  users: UserTable;
  subscriptions: SubscriptionRow;
  grants: GrantRow;
  licenses: LicenseRow;
  trials: TrialRow;
  orders: OrderRow;
  variables: VariableRow;
  webhooks: WebhookRow;
  sessions: SessionTable;
  endedSessions: EndedSessionRow;
  codeFailures: CodeFailureRow;
  programHashes: ProgramHashRow;
  devices: DeviceRow;
  computerRemovals: ComputerRemovalRow;
  offlinePasses: OfflinePassRow;
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
  accounts: AccountTable;
  people: PersonTable;
  recoveryCodes: RecoveryCodeRow;
  personSessions: PersonSessionRow;
  invitations: InvitationRow;
  balances: BalanceRow;
  balanceEntries: BalanceEntryRow;
  throttles: ThrottleRow;
  facts: FactTable;
  repeats: RepeatRow;
  jobs: JobTable;
  history: HistoryRow;
  dayCounts: DayCountRow;
  /** Counts that are not in `dayCounts` yet (count-roll-up.ts). */
  newCounts: DayCountRow;
}

export type Database = Kysely<Tables>;

export type Transaction = KyselyTransaction<Tables>;
