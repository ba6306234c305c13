// Computes the program's state for the window, and the failure for each problem. Pure.
import { type DeliveryConfig } from '../../../shared/config-delivery.ts';
import type { FailureCode, FailureFacts } from '../../../shared/failure.ts';
import type { Program } from '../../../shared/program.ts';
import {
  type InstalledProgram,
  type ProgramOffer,
  type ProgramProblem,
} from '../delivery/ports.ts';
import { serverDownPauseMs } from '@latchkey/client/classify.ts';
import { factsOfFault } from '@latchkey/client/unsigned-answer.ts';
import { type OfferedRelease } from '@latchkey/client/offered-release.ts';

export interface DeliveryState {
  /** Undefined until it is read; null if nothing is installed. */
  readonly installed: InstalledProgram | null | undefined;
  /** The service's last offer; null if there is none. */
  readonly offer: ProgramOffer | null;
  /** The bytes that an update to this release downloads; null if they were never measured. */
  readonly updateSize: { readonly manifestSha256: string; readonly bytes: number } | null;
  /** Whether the service has been asked since the sign-in. */
  readonly releaseChecked: boolean;
  /** The installed files differ from the verified ones. */
  readonly damaged: boolean;
  /** The program's folder that the user may accept; null if the loader has not asked. */
  readonly askedFolder: string | null;
  /** The service no longer has the installed release, so a repair installs the offered one. */
  readonly installedGone: boolean;
  /** The last update failed. If the policy allows it, the installed program can be launched. */
  readonly updateFailed: boolean;
}

export const initialState: DeliveryState = {
  installed: undefined,
  offer: null,
  updateSize: null,
  releaseChecked: false,
  damaged: false,
  askedFolder: null,
  installedGone: false,
  updateFailed: false,
};

/**
 * SECURITY: only a higher sequence is newer, whatever the version says. Each platform counts its own
 * sequences: a release of the loader's own platform replaces an emulated one, and never the reverse.
 */
export function newerOffer({ installed, offer }: DeliveryState): ProgramOffer | null {
  if (offer === null || installed === null || installed === undefined) return offer;
  if (offer.emulated === installed.emulated)
    return offer.sequence > installed.sequence ? offer : null;
  return offer.emulated === undefined ? offer : null;
}

export function mustUpdate(
  { updateFailed }: DeliveryState,
  policy: DeliveryConfig['policy'],
  newer: ProgramOffer,
): boolean {
  return newer.required || policy === 'required' || (policy === 'before-launch' && !updateFailed);
}

/**
 * Returns the release that a repair installs instead of the installed one; null if it repairs that
 * one. A version that could not be launched is not repaired.
 */
export function repairOffer(
  known: DeliveryState,
  policy: DeliveryConfig['policy'],
): ProgramOffer | null {
  const newer = newerOffer(known);
  if ((known.installed ?? null) === null || newer === null) return null;
  return known.installedGone || mustUpdate(known, policy, newer) ? newer : null;
}

/**
 * Whether the installed program may be launched without an answer about newer releases.
 * `before-launch` updates only if possible, so an unreachable service does not prevent a launch.
 * SECURITY: an attacker on the network can suppress this one request, so `required` does not accept
 * silence. A refused or unverified answer is not silence.
 */
export function mayLaunchWithoutAnswer(
  policy: DeliveryConfig['policy'],
  code: FailureCode,
): boolean {
  return policy === 'before-launch' && noAnswerCodes.has(code);
}

const noAnswerCodes: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'offline',
  'dns',
  'refused-connection',
  'timeout',
  'tls',
  'proxy-auth',
  'captive-portal',
  'server-down',
  'overloaded',
]);

export function programFacts(
  known: DeliveryState,
  policy: DeliveryConfig['policy'],
): Omit<Program, 'folder' | 'movable' | 'canShowFolder'> {
  const newer = newerOffer(known);
  const { installed = null } = known;
  return {
    installed: installed === null ? null : { version: installed.version, notes: notesOf(known) },
    available: newer === null ? null : availableOf(newer, known),
    size: installed?.sizeBytes ?? null,
    repairsTo: repairOffer(known, policy)?.version ?? null,
    next: nextOf(known, policy, newer),
  };
}

/** The offer is the installed release, unless it is newer or the service withdrew a newer one. */
function notesOf({ installed, offer }: DeliveryState): string {
  return offer !== null && offer.sequence === installed?.sequence ? offer.notes : '';
}

function availableOf(
  { version, notes, size, stored, manifestSha256 }: OfferedRelease,
  { installed, updateSize }: DeliveryState,
): Program['available'] {
  if ((installed ?? null) === null) return { version, notes, size, stored };
  // An update reuses installed chunks.
  const isMeasured = updateSize?.manifestSha256 === manifestSha256;
  return { version, notes, size, stored: isMeasured ? updateSize.bytes : null };
}

function nextOf(
  known: DeliveryState,
  policy: DeliveryConfig['policy'],
  newer: OfferedRelease | null,
): Program['next'] {
  const { installed, damaged, releaseChecked } = known;
  if (installed === undefined) return 'look';
  if (installed === null) return newer !== null ? 'install' : releaseChecked ? 'nothing' : 'look';
  if (damaged) return 'repair';
  return newer !== null && mustUpdate(known, policy, newer) ? 'update' : 'launch';
}

/** `folder`: the program's folder that the failed work used. */
export function askedBy(problem: ProgramProblem, folder: string): Partial<DeliveryState> {
  return problem.kind === 'folder-unsafe' && problem.canAccept ? { askedFolder: folder } : {};
}

/** `nowMs`: unix milliseconds of this computer. */
export function failureFactsOf(problem: ProgramProblem, nowMs: number): FailureFacts {
  switch (problem.kind) {
    case 'stopped':
      return { code: 'cancelled' };
    case 'unreachable':
      return problem.fault === 'server-down'
        ? { code: 'server-down', retryAt: nowMs + serverDownPauseMs }
        : factsOfFault(problem.fault);
    case 'not-offered':
      return { code: 'program-withdrawn' };
    case 'not-genuine':
      return { code: 'program-not-genuine' };
    case 'older':
      return { code: 'program-older' };
    case 'no-space': {
      const { neededBytes, freeBytes } = problem;
      return { code: 'disk-full', neededBytes, freeBytes };
    }
    case 'read-only':
      return { code: 'folder-read-only', folder: problem.folder };
    case 'in-use':
      return { code: 'file-in-use', file: problem.file, program: problem.program };
    case 'removed':
      return { code: 'file-removed', file: problem.file };
    case 'folder-gone':
      return { code: 'folder-gone', folder: problem.folder };
    case 'not-empty':
      return { code: 'folder-not-empty', folder: problem.folder };
    case 'folder-unsafe':
      return {
        code: 'folder-unsafe',
        folder: problem.folder,
        cause: problem.cause,
        canAccept: problem.canAccept,
      };
    case 'path-too-long':
      return { code: 'folder-too-deep', folder: problem.folder };
    case 'unmovable':
      return { code: 'file-unmovable', file: problem.file };
    case 'other-loader':
      return { code: 'other-loader', processId: problem.processId };
  }
}
