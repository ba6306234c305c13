// What the core needs from the outside world. Each port has one adapter per host and one hand-written fake for tests.
// Ports answer with data; a thrown exception is a defect.
import type { LanguageCode } from '../../shared/languages.ts';
import type { Session } from '../../shared/session.ts';
import type { RememberAbility } from '../../shared/remember-ability.ts';
import type { StateParts } from './state-parts.ts';

/** The raw facts behind the device id; they never leave the main process and its worker. */
export interface RawFacts {
  readonly osId: Fact;
  readonly boardVendor: Fact;
  readonly boardModel: Fact;
  readonly cpuBrand: Fact;
  /** Windows and macOS only; elsewhere always `{ read: true, value: '' }`: it would need root. */
  readonly platformUuid: Fact;
}

/** A source that answers without a value is left out of the id; one that fails or times out must be read again. */
export type Fact = { readonly read: true; readonly value: string } | { readonly read: false };

export interface HardwareSource {
  /** Reads every source once, each given `deadlineMs`. */
  readonly read: (deadlineMs: number) => Promise<RawFacts>;
  /** 64 hex characters saved in the user's data folder (0600), made at first use; null when the folder cannot be used. */
  readonly installId: () => Promise<string | null>;
}

/**
 * A way to sign in; registering ends in a password. SECURITY: every kind holds a secret, which no snapshot, log or error may
 * hold.
 */
export type SignInMethod =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A license key is user name and password in one. */
  | { readonly kind: 'key'; readonly key: string };

/** `password` null: it turned out to be wrong, and only the name is left. */
export type SavedMethod =
  | SignInMethod
  | { readonly kind: 'password'; readonly username: string; readonly password: null };

export interface SavedSignIn {
  readonly id: string;
  readonly method: SavedMethod;
  /** Signs in by itself at the start, as long as it is the one that was used last. */
  readonly auto: boolean;
  /** Unix milliseconds of the last sign-in by it. */
  readonly usedAt: number;
}

export interface VaultContent {
  /** The one that was used last comes first; five at most, and each user once. */
  readonly signIns: readonly SavedSignIn[];
  /** Ids of those that the key store did not open. They stay until their room is needed, or until they are removed. */
  readonly unreadable: readonly string[];
  /** Whose sign-in an older version saved, for which service nobody knows; null where this service has some of its own. */
  readonly older: string | null;
}

export interface SaveOptions {
  readonly auto: boolean;
  /** The id of the one whose place it takes: its user has another name now. */
  readonly insteadOf: string | null;
}

/** Keeps sign-ins of this loader's service in the system's key store, each sealed by itself. */
export interface Vault {
  /** Asks no key store. */
  readonly ability: () => RememberAbility;
  /** Asks the key store only when there is something to open, and once the window can be seen. */
  readonly load: () => Promise<VaultContent>;
  /**
   * Under a new id, in place of what was saved of the same user; a sixth takes the place of the one that was used longest ago.
   * What is saved from then on; null: it could not be saved.
   */
  readonly save: (method: SignInMethod, as: SaveOptions) => Promise<VaultContent | null>;
  /** It has signed in: it is the one that was used last. null: nothing has changed. */
  readonly used: (id: string) => Promise<VaultContent | null>;
  /** null: nothing has changed. */
  readonly setAuto: (id: string, auto: boolean) => Promise<VaultContent | null>;
  /** Its secret is wrong: it goes, and the user name, where there is one, stays. null: nothing has changed. */
  readonly dropSecret: (id: string) => Promise<VaultContent | null>;
  /** It has signed in: what an older version saved of it is not needed any more. */
  readonly outgrow: (method: SignInMethod) => Promise<void>;
  /** Asks no key store. `file`: what could not be removed, with its folder. */
  readonly remove: (ids: readonly string[]) => Promise<Cleared>;
}

export type Cleared = { readonly ok: true } | { readonly ok: false; readonly file: string };

export interface LocalState {
  readonly get: () => StateParts;
  /** Written soon, as a whole; a change that cannot be written counts until the program ends. */
  readonly change: (parts: Partial<StateParts>) => void;
  /** Resolves when what was changed so far has been written. */
  readonly settled: () => Promise<void>;
}

/** Notices of the system, outside of the window. They have the words of whoever shows them. */
export interface SystemNotices {
  /** false: this computer shows none. */
  readonly possible: () => boolean;
  readonly show: (notice: SystemNotice) => void;
}

export type SystemNotice =
  /** The user has just allowed them: this is what they look like. */
  | { readonly kind: 'allowed' }
  /** `subscription`: its name, the only text of the seller in it. */
  | { readonly kind: 'ends'; readonly subscription: string; readonly expiresAt: number };

export interface AppLauncher {
  /** Starts the protected app and gives it one line, then end-of-file, on its standard input. Never kills it. */
  readonly launch: (line: string, brought: BroughtProgram | null) => Promise<LaunchOutcome>;
}

/** A program that was verified a moment ago; null in its place: the one in the package. All paths are absolute. */
export interface BroughtProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** The program's own data. */
  readonly workingFolder: string;
  /** What it must lie in. */
  readonly folder: string;
}

export type LaunchOutcome =
  | { readonly ok: true; readonly exited: Promise<AppExit> }
  | { readonly ok: false; readonly fault: 'app-missing' | 'app-altered' | 'spawn-failed' };

export interface AppExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export interface View {
  readonly publish: (session: Session) => void;
  /** Opens an https address in the system's browser; false: could not. */
  readonly openLink: (url: string) => Promise<boolean>;
  /** Remembers what the user chose, for the program's own sentences and for the next start. */
  readonly saveLanguage: (language: LanguageCode) => void;
  /** Asked only when the user pressed a button for it. null: no text, or more than could be a mail with a key. */
  readonly readClipboard: () => Promise<string | null>;
  /** The page, or the whole program, begins anew. */
  readonly restart: () => void;
}

/** `event` is a constant; facts hold no secret, no user name, no URL with a query. */
export interface Log {
  readonly info: (event: string, facts?: LogFacts) => void;
  readonly warn: (event: string, facts?: LogFacts) => void;
  /** `error` is written with its stack, under the report id in `facts`. */
  readonly error: (event: string, facts: LogFacts, error?: unknown) => void;
}

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;
