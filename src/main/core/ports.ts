// Ports of the core. Each has one adapter per host and one hand-written fake for tests. Ports
// return failures as data; an exception is a defect.
import type { TaskKind } from '../../shared/program.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { PartLicense } from '../../shared/licenses.ts';
import type { RecoverySheet } from '../../shared/recovery-codes.ts';
import type { Session } from '../../shared/session.ts';
import type { RememberAbility } from '../../shared/remember-ability.ts';
import type { Theme } from '../../shared/preferences.ts';
import type { SavedState } from './saved-state.ts';

/** The raw facts behind the device id; they never leave the main process and its worker. */
export interface RawFacts {
  readonly osId: Fact;
  readonly boardVendor: Fact;
  readonly boardModel: Fact;
  readonly cpuBrand: Fact;
  /** Windows and macOS only; `{ read: true, value: '' }` on Linux, where reading it needs root. */
  readonly platformUuid: Fact;
}

/** An empty value is omitted from the id. `read: false`: the source failed and can be retried. */
export type Fact = { readonly read: true; readonly value: string } | { readonly read: false };

export interface HardwareSource {
  /** Reads every source once, each with a timeout of `deadlineMs`. */
  readonly read: (deadlineMs: number) => Promise<RawFacts>;
  /** 64 hex characters in the user's data folder, created on first use; null if inaccessible. */
  readonly installId: () => Promise<string | null>;
  /** Whether the last `installId` was null for a reason that passes. */
  readonly isInstallIdBusy: () => boolean;
}

/** 16 hex characters for each fact that the computer reports. */
export type FactHashes = Readonly<Partial<Record<keyof RawFacts, string>>>;

/** The device id of this computer, with the facts that it had then. */
export interface DeviceRecord {
  /** 64 hex characters. */
  readonly deviceId: string;
  readonly facts: FactHashes;
}

/**
 * Why the record cannot be opened. `unavailable`: a retry may open it. `locked`: the next start of
 * the loader may. `given-up`: two starts could not; the record stays for a later one.
 */
export type RecordFailure = 'unavailable' | 'locked' | 'given-up';

/** Saves the device record of this application, sealed with the key store. Never rejects. */
export interface DeviceRecords {
  /**
   * Returns 'same' if the record has this `mark`, without access to the key store. Returns null if
   * there is no record to use. `mark`: null if it cannot be computed now.
   */
  readonly load: (mark: string | null) => Promise<DeviceRecord | 'same' | RecordFailure | null>;
  /** `mark`: a keyed hash; null if every later reading has to open the record. */
  readonly save: (record: DeviceRecord, mark: string | null) => Promise<void>;
}

/**
 * Credentials of one kind. Registering ends in a sign-in with a password.
 * SECURITY: every kind holds a secret, which must not reach a snapshot, log or error.
 */
export type SignInMethod =
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  /** A license key is user name and password in one. */
  | { readonly kind: 'key'; readonly key: string };

/** `password` is null once the service has rejected it; then only the name is saved. */
export type SavedMethod =
  | SignInMethod
  | { readonly kind: 'password'; readonly username: string; readonly password: null };

export interface SavedSignIn {
  readonly id: string;
  readonly method: SavedMethod;
  /** Signs in automatically at the start, if no other sign-in was used later. */
  readonly auto: boolean;
  /** The last use, unix milliseconds. */
  readonly usedAt: number;
  /** Missing if the service issued none. */
  readonly offline?: StoredPass | undefined;
}

/** An offline pass, with the latest time that the loader knew while it had the pass. */
export interface StoredPass {
  readonly pass: string;
  /** Unix milliseconds. */
  readonly seenAt: number;
}

export interface VaultContent {
  /** Most recently used first; at most five, one per user. */
  readonly signIns: readonly SavedSignIn[];
  /** Ids of sign-ins that the key store could not decrypt. They stay until evicted or removed. */
  readonly unreadable: readonly string[];
}

/** Returns the number of guesses that a password withstands. `known`: words that attackers know. */
export type GuessesOf = (password: string, known: readonly string[]) => Promise<number>;

export interface SaveOptions {
  readonly auto: boolean;
  /** The id of the sign-in to replace, after its user was renamed. */
  readonly replacesId: string | null;
}

/** Saves sign-ins of this loader's service, each encrypted with the system's key store. */
export interface Vault {
  /** Does not access the key store. */
  readonly ability: () => RememberAbility;
  /** Accesses the key store only if a sign-in is saved, and only when the window is visible. */
  readonly load: () => Promise<VaultContent>;
  /**
   * Saves under a new id and replaces the same user's sign-in. A sixth sign-in evicts the least
   * recently used one. Returns the new content; null if saving failed.
   */
  readonly save: (method: SignInMethod, options: SaveOptions) => Promise<VaultContent | null>;
  /** Marks the sign-in as used last. Returns null if nothing changed. */
  readonly markUsed: (id: string) => Promise<VaultContent | null>;
  /** Returns null if nothing changed. */
  readonly setAuto: (id: string, auto: boolean) => Promise<VaultContent | null>;
  /** Replaces or, with null, removes the offline pass. Returns null if nothing changed. */
  readonly setOffline: (id: string, offline: StoredPass | null) => Promise<VaultContent | null>;
  /** Removes the rejected secret and the pass, but not the user name. Null: nothing changed. */
  readonly dropSecret: (id: string) => Promise<VaultContent | null>;
  /** Does not access the key store. `file`: the path that could not be removed. */
  readonly remove: (ids: readonly string[]) => Promise<RemoveResult>;
}

export type RemoveResult = { readonly ok: true } | { readonly ok: false; readonly file: string };

export interface LocalState {
  readonly get: () => SavedState;
  /** Saves the whole state soon. If that fails, the change lasts until the program ends. */
  readonly change: (parts: Partial<SavedState>) => void;
  /** Resolves when all changes so far are written; to false if the last ones could not be saved. */
  readonly settled: () => Promise<boolean>;
}

/** Desktop notifications and the window's attention. The adapter has their texts. */
export interface SystemNotices {
  /** Returns false if this computer cannot show notifications. */
  readonly isSupported: () => boolean;
  readonly show: (notice: SystemNotice) => void;
  /** Draws attention to the window in the taskbar or dock. Returns false if it is in front. */
  readonly requestAttention: () => boolean;
}

export type SystemNotice =
  /** A sample, shown when the user allows notifications. */
  | { readonly kind: 'allowed' }
  /** `subscription`: the subscription's name, the only text of the seller in the notification. */
  | { readonly kind: 'ends'; readonly subscription: string; readonly expiresAt: number }
  /** A task of the program has ended; `isDone` is false if it failed. */
  | { readonly kind: 'task-ended'; readonly task: TaskKind; readonly isDone: boolean };

/** Lets the user change the window's appearance and the loader's start with the system. */
export interface Desktop {
  /** Null if the page runs in a browser. */
  readonly window: {
    readonly applyTheme: (theme: Theme) => void;
    /** Applies and saves the text size in percent. */
    readonly setZoom: (percent: number) => void;
    /** Calls `listener` after the user has changed the zoom with the keyboard or the wheel. */
    readonly onZoom: (listener: () => void) => void;
  } | null;
  /** Null if this computer does not support it. */
  readonly autostart: Autostart | null;
  /** Null if the system does not tell, or without a scheme. */
  readonly links: LinkRegistration | null;
}

/** Which program the system opens for links of the loader's scheme. */
export interface LinkRegistration {
  readonly isOurs: () => boolean;
  /** Returns false if the system refused. */
  readonly claim: () => boolean;
}

/** Starts the loader when the user signs in to the system. */
export interface Autostart {
  readonly isOn: () => Promise<boolean>;
  /** Returns false if the system refused. */
  readonly set: (on: boolean) => Promise<boolean>;
}

export interface AppLauncher {
  /** Starts the app and writes one line and end-of-file to its stdin. Never kills the app. */
  readonly launch: (line: string, program: LaunchableProgram | null) => Promise<LaunchOutcome>;
}

/** An installed program, verified just before the launch. All paths are absolute. */
export interface LaunchableProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Holds the program's own data. */
  readonly workingFolder: string;
  /** Must contain `file`. */
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
  /** Opens an https address in the system's browser. Resolves to false if that failed. */
  readonly openLink: (url: string) => Promise<boolean>;
  /** Saves the chosen language, for the main process's own texts and for the next start. */
  readonly saveLanguage: (language: LanguageCode) => void;
  /** Call it only after the user pressed Paste. Returns null for no text or a long one. */
  readonly readClipboard: () => Promise<string | null>;
  /** Call this and `printPage` only after the user pressed a button. */
  readonly saveRecoveryCodes: (sheet: RecoverySheet) => Promise<'saved' | 'cancelled' | 'failed'>;
  /** Resolves to false if that failed. A cancelled dialog is not a failure. */
  readonly printPage: () => Promise<boolean>;
  /** Returns the third-party parts of this program. */
  readonly readLicenses: () => Promise<readonly PartLicense[]>;
  /** Restarts the page or the whole program. */
  readonly restart: () => void;
}

/** `event` is a constant; facts hold no secret, no user name, no URL with a query. */
export interface Log {
  readonly info: (event: string, facts?: LogFacts) => void;
  readonly warn: (event: string, facts?: LogFacts) => void;
  /** `error` is logged with its stack, under the report id in `facts`. */
  readonly error: (event: string, facts: LogFacts, error?: unknown) => void;
}

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;
