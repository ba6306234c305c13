// What every operation of the client API is given beside its own parameters.
import type { Logger } from 'pino';
import type { ClientType, clientSpec } from '@latchkey/protocol/client-spec.ts';
import type { Deliveries } from './outbound/deliveries.ts';
import type { FileContents } from './features/files/file-contents.ts';
import type { OwnedSubscription } from './features/subscriptions/subscriptions.ts';
import type { Mailer } from './outbound/mail.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { PasswordQueue } from './secrets/password-queue.ts';
import type { Passwords } from './secrets/passwords.ts';
import { refuse, type Refusal } from './outcome.ts';
import type { ApplicationRow, Database } from './database/schema.ts';
import type { SeenSession, SeenUser } from './features/sessions/sessions.ts';
import type { PageMarks } from './seller-page.ts';
import type { ServiceSecret } from './secrets/service-secret.ts';
import type { Once } from './api/idempotency/once.ts';
import type { Signers } from './secrets/signers.ts';
import type { StoredFiles } from './features/files/stored-files.ts';
import type { TryLedger } from './secrets/wrong-secrets.ts';
import type { UnixMs } from '@latchkey/protocol/units.ts';

/** The parts of the running service. */
export interface Parts {
  readonly db: Database;
  /** For what reads very many rows and changes nothing: nobody waits for it. It sees what other transactions have committed. */
  readonly reader: Database;
  readonly passwordQueue: PasswordQueue;
  readonly signers: Signers;
  readonly secret: ServiceSecret;
  /** Of mail hashes. */
  readonly mailKey: Uint8Array;
  readonly nowMs: () => UnixMs;
  readonly log: Logger;
  readonly storedFiles: StoredFiles;
  readonly fileContents: FileContents;
  /** What is under way of tries that may count against a budget. */
  readonly tries: TryLedger;
  /** null: this service cannot send mail. */
  readonly mailer: Mailer | null;
  /** The only way to a seller's URL. */
  readonly outbound: Outbound;
  /** Proxies in front of it are named: an address is that of a client. */
  readonly trustsProxies: boolean;
  readonly deliveries: Pick<Deliveries, 'around' | 'noteEmitted'>;
  /** Where pages of long lists began. */
  readonly pages: PageMarks;
  /** Aborted when the service begins to end: what takes long stops where it is. */
  readonly ending: AbortSignal;
}

export interface Call extends Parts {
  /** What makes a request that comes twice be done once. */
  readonly once: Once;
  readonly application: ApplicationRow;
  /** Its share of hashing. */
  readonly passwords: Passwords;
  /** Unix seconds, the same for the whole call. */
  readonly now: number;
  readonly ip: string;
  /** Ids of the signing keys that the program knows. */
  readonly knownKeys: readonly string[];
  /** null: none was asked for, or it is gone. */
  readonly session: SeenSession | null;
  /** Whom the session is signed in as; null where it is not. */
  readonly user: SeenUser | null;
  /** Only at `var`: what the read that found the session found of it. */
  readonly variable: SeenVariable | null;
  /** Only at `check`: the same of what the user has. */
  readonly owned: SeenOwned | null;
}

export interface SessionCall extends Call {
  readonly session: SeenSession;
}

export interface SignedInCall extends SessionCall {
  readonly user: SeenUser;
}

export interface SeenVariable {
  readonly value: string;
  readonly authed: 0 | 1;
}

export interface SeenOwned {
  /** Latest end first. */
  readonly subscriptions: readonly OwnedSubscription[];
  readonly hwid: string | null;
}

/** The call that an operation gets, by what it needs (client-spec.ts). */
export type CallOf<Type extends ClientType> = {
  nothing: Call;
  'any-session': SessionCall;
  session: SessionCall;
  'sign-in': SignedInCall;
}[(typeof clientSpec)[Type]['needs']];

/** For what only some things of an operation need, such as a variable for signed-in sessions. */
export function refuseUnlessSignedIn({ user }: Call): Refusal | null {
  return user === null ? refuse('not-signed-in') : null;
}
