// The connection check: its results, and the cause that the window names. Results have no secret,
// user name, path or address of this computer. Does not import zod, so that the page can import it.
import {
  type EnvironmentCode,
  type FailureCode,
  type FailureFacts,
  isEnvironment,
} from './failure.ts';

/** From near to far; the checks of this computer come last. The first cause is the headline. */
export const checkGroups = {
  network: ['link', 'proxy', 'name', 'portal', 'route', 'tls'],
  service: ['answer', 'signature', 'limit', 'application', 'version', 'blacklist'],
  computer: ['clock', 'space', 'data-folder', 'key-store', 'device-id', 'program-folder'],
} as const;

export type CheckGroup = keyof typeof checkGroups;
export type CheckId = (typeof checkGroups)[CheckGroup][number];

/** `skipped`: a problem of another check explains what this one would find. */
export type CheckState = 'waiting' | 'ok' | 'problem' | 'unknown' | 'skipped';

export interface CheckLine {
  readonly id: CheckId;
  readonly group: CheckGroup;
  readonly state: CheckState;
  /** The duration of its probe; null if it has none, and until it has finished. */
  readonly ms: number | null;
  /** Technical words, the same in each language, such as "IPv4 open, IPv6 none". */
  readonly evidence: string | null;
}

/** Failures that the check can find. */
type FoundFailure =
  | EnvironmentCode
  | 'app-disabled'
  | 'app-paused'
  | 'app-unknown'
  | 'blacklisted'
  | 'disk-full'
  | 'internal'
  | 'rate-limited'
  | 'refused'
  | 'update-required';

/** Whether a check can explain the failure. */
export function isOfConnection(code: FailureCode): boolean {
  return isEnvironment(code) && code !== 'hardware-unavailable';
}

/** Causes that only the check can tell apart. `issuer`: empty if the certificate has no fit name. */
interface FoundFacts {
  /** The host's name leads to this computer, as filters and hosts files do. */
  'name-misdirected': object;
  /** The proxy does not answer, or refuses to connect. */
  'proxy-away': object;
  /** Nothing answers at the address of the service. */
  'route-silent': object;
  /** A certificate that only this computer trusts. */
  'tls-read': { readonly issuer: string };
  'tls-untrusted': { readonly issuer: string };
  /** The certificate is not valid yet, so the clock is slow. */
  'tls-too-early': object;
  'tls-expired': object;
  'no-key-store': object;
  /** The data folder or the program's folder is not writable. */
  'folder-locked': object;
}

type Found<Code extends keyof FoundFacts = keyof FoundFacts> = Code extends keyof FoundFacts
  ? { readonly code: Code } & FoundFacts[Code]
  : never;

export type CheckCause = FailureFacts<FoundFailure> | Found;

/** The last check of this run of the loader. */
export interface ConnectionCheck {
  /** Unix milliseconds by this computer's clock. */
  readonly startedAt: number;
  readonly lines: readonly CheckLine[];
  readonly isFinished: boolean;
  /** The first cause; null before the end, and if there is no problem. */
  readonly cause: CheckCause | null;
}
