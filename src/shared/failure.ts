// Everything that can go wrong, as data: a code and the facts that belong to it, never prose.
// The renderer's copy table turns a code into words; a code without words does not compile.
import type { WireFacts } from '@latchkey/client/failure.ts';

/** Beside what the client reports. Times are unix milliseconds. */
interface Facts extends WireFacts {
  // Input: what was given does not fit; names of fields only, never their values.
  'invalid-input': { readonly fields: readonly string[] };

  // Order: the command does not fit the moment.
  busy: object;
  'out-of-order': object;

  // After turning two-step sign-in on or off.
  /** The service said that it was done, and its next answer did not prove it, or proved that it was not. */
  'two-factor-unproven': { readonly turning: 'on' | 'off' };
  'two-factor-unchanged': { readonly turning: 'on' | 'off' };

  // What a key store, a disk or the program on this computer can bring.
  'vault-unavailable': object;
  /** The key store did not open the kept sign-in. */
  'vault-unreadable': object;
  /** An older version kept the sign-in, for whichever service: its password is asked for once. */
  'kept-by-older-version': object;
  /** Whether a kept sign-in signs in by itself could not be changed. */
  'kept-not-changed': object;
  /** What was kept is still there. `file`: with its folder. */
  'kept-not-removed': { readonly file: string };
  /** The system allows this program no sandbox for its page. */
  'sandbox-off': object;
  /** Nothing can be kept on this computer. `folder`: the one that cannot be written. */
  'data-folder-unusable': { readonly folder: string };
  'hardware-unavailable': object;
  'app-missing': object;
  'app-altered': object;
  'spawn-failed': object;

  // The program that the loader brings. Files and folders are absolute, or inside the program's folder.
  'program-missing': object;
  /** What is installed is not what was verified any more: it is not started. */
  'program-damaged': object;
  /** Nothing older than `version` is started. */
  'program-outdated': { readonly version: string };
  /** It was offered, and is not any more. */
  'program-withdrawn': object;
  'program-not-genuine': object;
  /** What is offered is older than what this computer has seen. */
  'program-older': object;
  'disk-full': { readonly neededBytes: number; readonly freeBytes: number };
  'folder-read-only': { readonly folder: string };
  'folder-gone': { readonly folder: string };
  'folder-not-empty': { readonly folder: string };
  /** `program`: which one holds it; null: the system did not say. */
  'file-in-use': { readonly file: string; readonly program: string | null };
  /** It vanished or changed after it was verified. */
  'file-removed': { readonly file: string };
  'other-loader': object;

  // Defect in this program; what happened is in the log under the report id.
  internal: object;
}

export type FailureCode = keyof Facts;

/** The facts of one code, without the report. */
export type FailureFacts<Code extends FailureCode = FailureCode> = Code extends FailureCode
  ? { readonly code: Code } & Facts[Code]
  : never;

/**
 * One failure as it crosses the bridge.
 * `reportId`: 32 hex characters, fresh for each failure; its first 8 are the support code, and the log has the rest.
 * `sellerText`: the service's own words where it gave some, to be shown as text beneath ours.
 */
export type Failure<Code extends FailureCode = FailureCode> = FailureFacts<Code> & Report;

export interface Report {
  readonly reportId: string;
  readonly sellerText: string | null;
}

/** Before this time the service wants no other try; null: it did not say so. */
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

/** Codes that speak of the way to the service or of this computer, never of the user's account. */
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
