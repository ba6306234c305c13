// Ports of delivery: the store of the installed program and the memory of release sequences.
import type { HttpFault } from '@latchkey/client/ports.ts';
import type { UnsafeCause } from '../../../shared/failure.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';

/** The verified program installed in `current/`. */
export interface InstalledProgram {
  readonly version: string;
  readonly sequence: number;
  readonly manifestSha256: string;
  /** Bytes of the files that uninstalling frees. */
  readonly sizeBytes: number;
  /** The platform that the system emulates for this program; missing for the loader's own. */
  readonly emulated?: string | undefined;
}

export interface ProgramOffer extends OfferedRelease {
  /** As for InstalledProgram. */
  readonly emulated?: string;
}

/** The progress of an unfinished run, from which the next run resumes. */
export interface UnfinishedInstall {
  /** The release that the run installs. */
  readonly manifestSha256: string;
  /** Bytes that are downloaded and in place. */
  readonly doneBytes: number;
  /** Null if the total is unknown until the run resumes. */
  readonly totalBytes: number | null;
}

/** Each phase counts bytes from 0. */
export type InstallPhase = 'looking' | 'fetching' | 'verifying' | 'held';

export interface InstallRun {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number | null, phase: InstallPhase) => void;
  /** Returns the offer with fresh addresses; null if there is no offer or the request failed. */
  readonly renew: () => Promise<OfferedRelease | null>;
}

export type ProgramProblem =
  | { readonly kind: 'stopped' }
  /** `server-down`: the server answered, but could not send the release's content. */
  | {
      readonly kind: 'unreachable';
      readonly fault: Exclude<HttpFault, 'aborted'> | 'server-down';
    }
  | { readonly kind: 'not-offered' }
  /** The publisher did not sign the content, or signed it for another application or platform. */
  | { readonly kind: 'not-genuine' }
  /** The sequence is lower than one that this computer has seen, so it is not installed. */
  | { readonly kind: 'older' }
  /** `freeBytes`: 0 if the disk was full before it could be queried. */
  | { readonly kind: 'no-space'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'read-only'; readonly folder: string }
  | { readonly kind: 'in-use'; readonly file: string; readonly program: string | null }
  /** A file vanished or changed after verification (security software), twice in a row. */
  | { readonly kind: 'removed'; readonly file: string }
  | { readonly kind: 'folder-gone'; readonly folder: string }
  /** The chosen folder contains foreign files. */
  | { readonly kind: 'not-empty'; readonly folder: string }
  /** Another user of this computer can change or replace this folder. */
  | ({ readonly kind: 'folder-unsafe' } & UnsafeFolder)
  /** Windows could not start the program there, because its path would be too long. */
  | { readonly kind: 'path-too-long'; readonly folder: string }
  /** The other files of the folder include a link or device, which cannot be copied. */
  | { readonly kind: 'unmovable'; readonly file: string }
  /** Another loader is working in this folder. */
  | { readonly kind: 'other-loader'; readonly processId: number | null };

export interface UnsafeFolder {
  /** Absolute path of the folder, or of a folder above it, that others can change. */
  readonly folder: string;
  readonly cause: UnsafeCause;
  /** Whether the user may use it anyway. Never true of a folder that only the loader should write. */
  readonly canAccept: boolean;
}

export type InstallResult =
  | {
      readonly ok: true;
      readonly program: InstalledProgram;
      /** Downloaded bytes of chunks, without the manifest. */
      readonly fetchedBytes: number;
    }
  | { readonly ok: false; readonly problem: ProgramProblem };

/** Files that no release wrote, such as saved games. They stay. */
export interface OtherFiles {
  readonly count: number;
  /** Up to three of them, relative to the program's folder. */
  readonly names: readonly string[];
}

export interface RemainingFiles extends OtherFiles {
  /** Absolute path. */
  readonly folder: string;
  /** The absolute path of one of the files, or null if unknown. */
  readonly file: string | null;
}

export type UninstallResult =
  | { readonly ok: true; readonly freedBytes: number; readonly remaining?: RemainingFiles }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type MoveResult =
  /** `program` is null if nothing was installed; the next installation uses the new folder. */
  | {
      readonly ok: true;
      readonly program: InstalledProgram | null;
      /** Other files that stay in the old folder. */
      readonly remaining?: RemainingFiles;
    }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type AcceptResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type ReadyResult =
  | {
      readonly ok: true;
      readonly program: InstalledProgram;
      /** Absolute path of the entry. */
      readonly file: string;
      /** Of the entry, as the verified manifest says: 64 hex characters. */
      readonly sha256: string;
      readonly args: readonly string[];
      /** The folder of the program's own data. Updates never touch it. */
      readonly workingFolder: string;
    }
  /** `damaged`: needs a repair. */
  | { readonly ok: false; readonly reason: 'none' | 'damaged' }
  /** The folder could not be checked. */
  | { readonly ok: false; readonly reason: 'blocked'; readonly problem: ProgramProblem };

export interface ProgramStore {
  /** First finishes or undoes an interrupted swap. */
  readonly installed: () => Promise<InstalledProgram | null>;
  readonly unfinishedRun: () => Promise<UnfinishedInstall | null>;
  /**
   * Returns the bytes of chunks that `install` would download now. Downloads the manifest if it is
   * missing. Null on a problem.
   */
  readonly downloadSize: (offer: OfferedRelease, signal: AbortSignal) => Promise<number | null>;
  /** Installs or updates. Resumes an unfinished run. */
  readonly install: (offer: OfferedRelease, run: InstallRun) => Promise<InstallResult>;
  /** Verifies every byte of the installed files and replaces only broken files. */
  readonly repair: (offer: OfferedRelease, run: InstallRun) => Promise<InstallResult>;
  /**
   * Compares size, time and id of each file before a launch. Verifies fully on a difference, and in
   * a folder that others can replace.
   */
  readonly ready: () => Promise<ReadyResult>;
  /** Removes the files of unfinished runs. Returns the freed bytes; 0 also if that failed. */
  readonly discard: () => Promise<number>;
  /** Removes the program, never its own data. */
  readonly uninstall: () => Promise<UninstallResult>;
  /** Absolute path of the folder of the program and its records. */
  readonly folder: () => string;
  /** Records that the user accepts who can replace this folder of a program. */
  readonly acceptFolder: (folder: string) => Promise<AcceptResult>;
  readonly moveTo: (
    folder: string,
    run: Pick<InstallRun, 'signal' | 'progress'>,
  ) => Promise<MoveResult>;
}

/** The highest verified sequence of each release line. Saved outside the program's folder. */
export interface SequenceMemory {
  readonly highest: (line: string) => number | null;
  /** Never lowers the saved sequence. */
  readonly raise: (line: string, sequence: number) => void;
}
