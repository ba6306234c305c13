// Defines the tables of people who work for a seller, and of their accounts and balances. Times are
// unix seconds, flags 0 or 1.
import type { Generated, Selectable } from 'kysely';
import type { Flag } from './schema-columns.ts';

/** A person who signs in under an owner id. */
export interface PersonTable {
  id: string;
  ownerid: string;
  name: string;
  /** Unique under the owner id. */
  nameFold: string;
  /** 1: all applications of the owner id, with every permission. */
  isOwner: Flag;
  /** argon2id; null: none was chosen since the person was added or reset. */
  passwordHash: string | null;
  /** Base32, sealed (secrets/at-rest.ts). */
  totpSecret: string | null;
  /** Sealed; offered but not confirmed by a code; expires 300 s after `totpPendingAt`. */
  totpPendingSecret: string | null;
  totpPendingAt: number | null;
  /** The last accepted 30-second step; codes of this or an earlier one are refused. */
  totpStep: Generated<number>;
  createdAt: number;
}

export type PersonRow = Selectable<PersonTable>;

/** A recovery code that was not used yet. */
export interface RecoveryCodeRow {
  personId: string;
  /** Keyed hash. */
  codeHash: string;
}

export interface PersonSessionRow {
  /** SHA-256 of the session id, hex. */
  idHash: string;
  personId: string;
  ip: string;
  /** What the browser calls itself. */
  agent: string;
  createdAt: number;
  /** Written at most once a minute. */
  lastSeenAt: number;
  /** Null: not ended. Ended rows stay for 30 days, because they make an address known. */
  endedAt: number | null;
  /** When the person last entered the password in this session. */
  confirmedAt: number | null;
}

/** A link with which a person chooses a password. */
export interface InvitationRow {
  /** SHA-256 of the token, hex. */
  tokenHash: string;
  /** The account that it invites to; null: it resets `personId`. */
  accountId: string | null;
  personId: string | null;
  expiresAt: number;
}

/** The work of a manager or reseller in one application. */
export interface AccountTable {
  id: string;
  applicationId: string;
  role: 'Reseller' | 'Manager';
  username: string;
  /** Unique in the application. */
  usernameFold: string;
  /** Empty. The password is that of the person. */
  passwordHash: string;
  emailHash: string | null;
  /** Levels whose keys a reseller may make, joined by `|`. */
  keyLevels: string;
  /** A bit mask, which the service only stores. */
  permissions: number;
  createdAt: number;
  /** Null: not invited, or the invitation was not accepted. */
  personId: Generated<string | null>;
  /** The scopes of a manager, joined by commas. */
  scopes: Generated<string>;
  /** Null: not banned. */
  bannedReason: Generated<string | null>;
}

export type AccountRow = Selectable<AccountTable>;

/** How many keys an account may make. `used` never exceeds `granted`. */
export interface BalanceRow {
  accountId: string;
  /** Empty: every level of the account. */
  level: string;
  /** A name of protocol/seller/balances.ts. */
  duration: string;
  granted: number;
  used: number;
}

/** A change of a balance: what was granted, used or credited. */
export interface BalanceEntryRow {
  id: string;
  accountId: string;
  writtenAt: number;
  kind: 'opening' | 'grant' | 'key' | 'delete' | 'refund' | 'unban';
  level: string;
  duration: string;
  /** Negative for keys that were made. */
  amount: number;
  /** The label of the seller key; empty: the application's own key. */
  actor: string;
}
