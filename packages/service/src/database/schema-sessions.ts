// Defines the table of sessions: of programs, and of the customers' page.
import type { Generated, Selectable } from 'kysely';

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
  /** The device of the sign-in; null: not given. */
  hwid: Generated<string | null>;
  /** Null: not signed in. */
  signedInAt: Generated<number | null>;
  /** Written at a sign-in and at checks, at most hourly. */
  lastSeenAt: Generated<number | null>;
  /** Of a session of the customers' page: browser and system. Null: of a program. */
  browser: Generated<string | null>;
  /**
   * Of a session of the page: SHA-256 of the token that a program signs in with, hex. Null: none, or
   * used. Of a program: empty if it signed in with such a token.
   */
  programToken: Generated<string | null>;
  programTokenEndsAt: Generated<number | null>;
}
export type SessionRow = Selectable<SessionTable>;
