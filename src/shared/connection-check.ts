// The connection check: its results, and the cause that the window names. Results have no secret,
// user name, path or address of this computer. Does not import zod, so that the page can import it.
import {
  connectionCodes,
  type EnvironmentCode,
  type FailureCode,
  type FailureFacts,
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
  | 'internal'
  | 'rate-limited'
  | 'refused'
  | 'update-required';

/** Whether a check can explain the failure. */
export function isOfConnection(code: FailureCode): boolean {
  return connectionCodes.some((ofConnection) => ofConnection === code);
}

/** Causes that only the check can tell apart. `issuer`: `?` if the certificate has no fit name. */
interface FoundFacts {
  /** Nothing answers at the address, or the name leads to this computer, as filters do. */
  'route-silent': object;
  /** A certificate that nobody trusts, or only this computer, or one of another host. */
  'tls-foreign': { readonly issuer: string };
  /** The certificate has expired or is not valid yet, or this computer's date is wrong. */
  'tls-date': object;
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
  /** The first cause; null before the end, and if the connection works. */
  readonly cause: CheckCause | null;
}
