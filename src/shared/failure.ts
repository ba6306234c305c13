// All failures as data: a code and its facts, never prose. The copy of the page turns a code into
// words; a code without words does not compile.
import type { WireFacts } from '@latchkey/client/failure.ts';

/** The loader's codes beside those of the client. Times are unix milliseconds. */
interface Facts extends WireFacts {
  // Invalid input: the names of fields only, never their values.
  'invalid-input': { readonly fields: readonly string[] };

  // The command does not fit the current phase or lane.
  busy: object;
  'out-of-order': object;

  /** The service confirmed the change, but its next answer did not prove it, or disproved it. */
  'two-factor-unproven': { readonly turning: 'on' | 'off' };
  'two-factor-unchanged': { readonly turning: 'on' | 'off' };

  // From the key store, the disk or the program on this computer.
  'vault-unavailable': object;
  'vault-unreadable': object;
  /** Saved by an older version, bound to no service: the password is asked for once. */
  'kept-by-older-version': object;
  /** The setting for automatic sign-in could not be changed. */
  'kept-not-changed': object;
  /** The saved sign-in is still there. `file`: its absolute path. */
  'kept-not-removed': { readonly file: string };
  /** The system denies this program a sandbox for its page. */
  'sandbox-off': object;
  /** Nothing can be saved on this computer. `folder`: not writable. */
  'data-folder-unusable': { readonly folder: string };
  'hardware-unavailable': object;
  'app-missing': object;
  'app-altered': object;
  'spawn-failed': object;

  // The program that the loader installs. Paths are absolute, or inside the program's folder.
  'program-missing': object;
  /** The installation differs from what was verified, so it is not started. */
  'program-damaged': object;
  /** Nothing older than `version` is started. */
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
  /** `program`: the one that holds the file open; null: the system did not report it. */
  'file-in-use': { readonly file: string; readonly program: string | null };
  /** The file vanished or changed after it was verified. */
  'file-removed': { readonly file: string };
  'other-loader': object;

  // A defect in this program; the log has its details under the report id.
  internal: object;
}

export type FailureCode = keyof Facts;

export type FailureFacts<Code extends FailureCode = FailureCode> = Code extends FailureCode
  ? { readonly code: Code } & Facts[Code]
  : never;

/**
 * One failure as it crosses the bridge.
 * `reportId`: 32 hex characters, new for each failure. Its first 8 are the support code; the log
 * has all of it.
 * `sellerText`: the service's own words, if any, shown as text beneath ours.
 */
export type Failure<Code extends FailureCode = FailureCode> = FailureFacts<Code> & Report;

export interface Report {
  readonly reportId: string;
  readonly sellerText: string | null;
}

/** The service accepts no retry before this time; null: it named none. */
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

/** Codes about the connection or this computer, never about the user's account. */
export const environmentCodes = [
  'offline',
  'dns',
  'refused-connection',
  'timeout',
  'tls',
  'proxy-auth',
  'captive-portal',
  'server-down',
  'overloaded',
  'bad-reply',
  'bad-signature',
  'clock-skew',
  'hardware-unavailable',
] as const satisfies readonly FailureCode[];

export type EnvironmentCode = (typeof environmentCodes)[number];
