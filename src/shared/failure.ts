// All failures as data: a code and its facts, never prose. src/copy has the text for each code; a
// code without text does not compile.
import type { WireFacts } from '@latchkey/client/failure.ts';

/** The codes of the client (WireFacts) and of the loader. Times are unix milliseconds. */
interface Facts extends WireFacts {
  /** `recovery`: a recovery code, not the code of an app. */
  'bad-code': WireFacts['bad-code'] & { readonly recovery?: true };

  // Invalid input: only names of fields, never their values.
  'invalid-input': { readonly fields: readonly string[] };

  // Another command runs, or the current phase forbids this one.
  busy: object;
  'out-of-order': object;

  /** The password of a new account is guessable in seconds. Nothing was sent. */
  'password-guessable': object;

  /** The service confirmed the change, but its next answer did not prove it, or disproved it. */
  'two-factor-unproven': { readonly target: 'on' | 'off' };
  'two-factor-unchanged': { readonly target: 'on' | 'off' };

  // From the key store, the disk or the program on this computer.
  'vault-unavailable': object;
  'vault-unreadable': object;
  /** The setting for automatic sign-in could not be changed. */
  'kept-not-changed': object;
  /** The saved sign-in could not be removed. `file`: its absolute path. */
  'kept-not-removed': { readonly file: string };
  /** The system refused to start the loader with it, or to stop doing so. */
  'setting-refused': object;
  /** The system denies this program a sandbox for its page. */
  'sandbox-off': object;
  /** Nothing can be saved on this computer, because `folder` is not writable. */
  'data-folder-unusable': { readonly folder: string };
  'hardware-unavailable': object;
  /** The saved device id cannot be opened before the next start of the loader. */
  'key-store-locked': object;
  'file-not-saved': object;
  'not-printed': object;
  'app-missing': object;
  'app-altered': object;
  'spawn-failed': object;

  // The program that the loader installs. Paths are absolute, or inside the program's folder.
  'program-missing': object;
  /** The installed files differ from the verified ones, so the program is not started. */
  'program-damaged': object;
  /** Releases older than `version` are not started. */
  'program-outdated': { readonly version: string };
  /** The release is no longer offered. */
  'program-withdrawn': object;
  'program-not-genuine': object;
  /** The offered release is older than one that this computer has already seen. */
  'program-older': object;
  'disk-full': { readonly neededBytes: number; readonly freeBytes: number };
  'folder-read-only': { readonly folder: string };
  'folder-gone': { readonly folder: string };
  'folder-not-empty': { readonly folder: string };
  /** Another user of this computer can change or replace `folder`, or it is not a folder. */
  'folder-unsafe': {
    readonly folder: string;
    readonly cause: UnsafeCause;
    /** Whether the user may use it anyway. */
    readonly canAccept: boolean;
  };
  /** Windows could not start the program in `folder`, because its path would be too long. */
  'folder-too-deep': { readonly folder: string };
  /** A link or device among the files to move. */
  'file-unmovable': { readonly file: string };
  /** `program` has the file open; null if unknown. */
  'file-in-use': { readonly file: string; readonly program: string | null };
  /** The file vanished or changed after it was verified. */
  'file-removed': { readonly file: string };
  /** `processId`: the process that works in the program's folder; null if unknown. */
  'other-loader': { readonly processId: number | null };

  /** Two attempts to install this version of the loader have failed. */
  'loader-not-updated': object;

  // A defect in this program; the log has the details under the report id.
  internal: object;
}

/**
 * It is a link, is a file, belongs to another user, or is writable by others. `no-lists`: the disk
 * has no access rights. `unknown`: they cannot be read, or depend on conditions.
 */
export type UnsafeCause = 'link' | 'no-folder' | 'owner' | 'writable' | 'no-lists' | 'unknown';

export type FailureCode = keyof Facts;

export type FailureFacts<Code extends FailureCode = FailureCode> = Code extends FailureCode
  ? { readonly code: Code } & Facts[Code]
  : never;

/**
 * One failure as it crosses the bridge.
 * `reportId`: 32 hex characters, new for each failure. The first 8 are the support code.
 * `sellerText`: the service's message, if any, shown as plain text below the loader's text.
 */
export type Failure<Code extends FailureCode = FailureCode> = FailureFacts<Code> & Report;

export interface Report {
  readonly reportId: string;
  readonly sellerText: string | null;
}

/** Returns the earliest time at which the service accepts a retry, or null if unknown. */
export function retryAtOf(failure: Failure): number | null {
  return 'retryAt' in failure ? failure.retryAt : null;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}

/** Codes about the connection to the service. */
export const connectionCodes = [
  'offline',
  'dns',
  'refused-connection',
  'timeout',
  'tls',
  'proxy-auth',
  'captive-portal',
  'server-down',
  'overloaded',
  'interrupted',
  'bad-reply',
  'bad-signature',
  'clock-skew',
] as const satisfies readonly FailureCode[];

/** Codes about the connection or this computer, never about the user's account. */
export const environmentCodes = [
  ...connectionCodes,
  'hardware-unavailable',
  'key-store-locked',
] as const satisfies readonly FailureCode[];

export type EnvironmentCode = (typeof environmentCodes)[number];

export function isEnvironment(code: FailureFacts['code']): code is EnvironmentCode {
  return environmentCodes.some((environment) => environment === code);
}
