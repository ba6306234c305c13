// Defines the tables of users: accounts, devices, bans, known addresses and password resets. Column
// conventions as in schema.ts.
import type { Generated, Selectable } from 'kysely';
import type { Flag, Folded } from './schema-columns.ts';

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
  /** 1: the user has opened a link that was mailed to this address. */
  emailConfirmed: Generated<Flag>;
  /** The e-mail and its language, sealed (users/mail-addresses.ts). Null with the setting off. */
  mailAddress: Generated<string | null>;
  /** Null if the user is not banned, empty for a ban without a reason. */
  bannedReason: string | null;
  /** Base32, sealed (secrets/at-rest.ts). */
  totpSecret: string | null;
  /** The last accepted 30-second step; codes of this or an earlier one are refused. */
  totpStep: number;
  /** Sealed; offered but not confirmed by a code; expires 300 s after `totpPendingAt`. */
  totpPendingSecret: string | null;
  totpPendingAt: number | null;
  /** JSON list of keyed hashes (two-factor/recovery-codes.ts). Null: no set was made. */
  recoveryCodes: Generated<string | null>;
  /** A new set of recovery codes that is not confirmed yet, sealed. */
  recoveryPending: Generated<string | null>;
  /** JSON list of the latest changes, newest first (users/account-events.ts). */
  accountEvents: Generated<string | null>;
  /** JSON list of features of this user alone (subscriptions/features.ts). Null: there are none. */
  features: Generated<string | null>;
  /** When the user may reset the device again; only stored for sellers. */
  cooldownAt: Generated<number>;
  createdAt: number;
  lastLoginAt: number | null;
  /** The sign-in before `lastLoginAt`. Null: none. */
  previousLoginAt: Generated<number | null>;
  lastIp: string | null;
  /** When the account is deleted, as its user asked (customer-page/deletion.ts). Null: never. */
  deletesAt: Generated<number | null>;
}
export type UserRow = Omit<
  Selectable<UserTable>,
  keyof Folded<'username'> | 'nameIsKey' | 'passwordIsKey' | 'deletesAt'
>;

/** A user's devices, compared exactly. Sign-ins bind them while seats are free; sellers add more. */
export interface DeviceRow {
  userId: string;
  hwid: string;
  addedAt: number;
  /** What the program calls the computer, and its operating system; empty: not given. */
  name: Generated<string>;
  system: Generated<string>;
  /** Written at most hourly. Null: not used since it was bound. */
  lastSeenAt: Generated<number | null>;
}

/** A computer that its user removed. Deleted when it no longer counts. */
export interface ComputerRemovalRow {
  userId: string;
  /** Id of the ticket, so that each is used once. */
  ticket: string;
  removedAt: number;
}

/**
 * The offline passes of a user's computer. The row stays if the computer is removed, because its
 * pass still works.
 */
export interface OfflinePassRow {
  userId: string;
  hwid: string;
  /** The sequence of the newest pass. */
  sequence: number;
  /** The latest end of all passes. */
  endsAt: number;
  /** 1: the user removed the computer. The setting `passrelease` decides when its seat is free. */
  seatHeld: Generated<Flag>;
}

/** One for each reason of a user's ban. `users.bannedReason` is the newest reason. */
export interface BanRow {
  userId: string;
  /** The license whose ban caused it; empty: the user alone was banned. */
  licenseKey: string;
  reason: string;
  /** The highest is the newest. */
  position: number;
  /** 1: it blacklisted the address too. */
  withAddress: Flag;
  /** Null: an earlier version wrote the ban. */
  bannedAt: Generated<number | null>;
  /** The label of the seller key; empty: the application's own; null: the program, or unknown. */
  bannedBy: Generated<string | null>;
}

/** An address a user signed in from. A recent one is exempt from budgets that strangers spend. */
export interface KnownAddressRow {
  userId: string;
  address: string;
  lastAt: number;
  /** Ids of the signing keys that the program knew, joined by commas; null: not given. */
  keyIds: Generated<string | null>;
}

export interface PasswordResetRow {
  /** SHA-256 of the token in the mail, hex. */
  tokenHash: string;
  userId: string;
  /** Hash of the address it was mailed to; null: a seller passes it on. */
  emailHash: string | null;
  expiresAt: number;
}
