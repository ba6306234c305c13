// What the flows of delivery ask of the computer: one folder that holds the program, verified, and what is being fetched for it;
// and what that folder asks of the network.
import type { HttpFault } from '@latchkey/client/ports.ts';
import type { OfferedRelease } from '@latchkey/client/offered-release.ts';

/** What was verified whole and is installed in `current/`. */
export interface InstalledProgram {
  readonly version: string;
  readonly sequence: number;
  readonly manifestSha256: string;
  readonly sizeBytes: number;
}

/** What an unfinished run left, which the next one goes on from. */
export interface BegunProgram {
  /** Of the release that it belongs to. */
  readonly manifestSha256: string;
  /** That travelled and are in place. */
  readonly doneBytes: number;
  /** null: nobody can say before it goes on. */
  readonly totalBytes: number | null;
}

/** Looking at what is there, fetching what is missing, verifying the whole. Each counts its own bytes from 0. */
export type InstallPhase = 'looking' | 'fetching' | 'verifying';

export interface InstallRun {
  readonly signal: AbortSignal;
  /** Bytes of the phase that are done, of all. */
  readonly progress: (done: number, total: number | null, phase: InstallPhase) => void;
  /** Sealed addresses age: the same release with fresh ones; null where it is not offered any more or nobody is signed in. */
  readonly renew: () => Promise<OfferedRelease | null>;
}

export type ProgramProblem =
  | { readonly kind: 'stopped' }
  /** Nothing is lost. `server-down`: it was reached, and could not give what belongs to the release. */
  | {
      readonly kind: 'unreachable';
      readonly fault: Exclude<HttpFault, 'aborted'> | 'server-down';
    }
  | { readonly kind: 'not-offered' }
  /** Manifest or chunk is not what the publisher signed, or not for this application, platform or channel. */
  | { readonly kind: 'not-genuine' }
  /** Lower than what this computer has seen: never installed. */
  | { readonly kind: 'older' }
  /** `freeBytes`: 0 where the disk was full before anybody could ask it. */
  | { readonly kind: 'no-space'; readonly neededBytes: number; readonly freeBytes: number }
  | { readonly kind: 'read-only'; readonly folder: string }
  | { readonly kind: 'in-use'; readonly file: string; readonly program: string | null }
  /** A file vanished or changed after it was verified (security software), also after it was fetched once more. */
  | { readonly kind: 'removed'; readonly file: string }
  | { readonly kind: 'folder-gone'; readonly folder: string }
  /** Something else lies in the folder that was chosen. */
  | { readonly kind: 'not-empty'; readonly folder: string }
  /** Another loader works on this folder. */
  | { readonly kind: 'other-loader' };

export type Installing =
  | {
      readonly ok: true;
      readonly program: InstalledProgram;
      /** Of chunks: the manifest is not among them. */
      readonly fetchedBytes: number;
    }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type Uninstalling =
  | { readonly ok: true; readonly freedBytes: number }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type Moving =
  /** null: nothing was installed, and the next installation goes there. */
  | { readonly ok: true; readonly program: InstalledProgram | null }
  | { readonly ok: false; readonly problem: ProgramProblem };

export type ReadyProgram =
  | {
      readonly ok: true;
      readonly program: InstalledProgram;
      /** Absolute: the entry. */
      readonly file: string;
      readonly args: readonly string[];
      /** The program's own data: updates never touch it. */
      readonly workingFolder: string;
    }
  /** `damaged`: repair it. */
  | { readonly ok: false; readonly reason: 'none' | 'damaged' }
  /** Nobody could look whether it is. */
  | { readonly ok: false; readonly reason: 'blocked'; readonly problem: ProgramProblem };

export interface ProgramStore {
  /** First finishes or undoes a swap that was interrupted. */
  readonly installed: () => Promise<InstalledProgram | null>;
  /** null: nothing was begun. */
  readonly begun: () => Promise<BegunProgram | null>;
  /** Installs or updates: resumes by itself from what an earlier run left in `next/`. */
  readonly install: (offer: OfferedRelease, run: InstallRun) => Promise<Installing>;
  /** Verifies every byte of what is installed and fetches only what is broken. */
  readonly repair: (offer: OfferedRelease, run: InstallRun) => Promise<Installing>;
  /** Before each launch: a quick look (size, time, id of each file); anything odd is verified whole. */
  readonly ready: () => Promise<ReadyProgram>;
  /** Removes what unfinished runs left: how many bytes that were; 0 also where it could not. */
  readonly discard: () => Promise<number>;
  /** Removes the program, never its own data. */
  readonly uninstall: () => Promise<Uninstalling>;
  /** Absolute: where all of it lies. */
  readonly folder: () => string;
  readonly moveTo: (
    folder: string,
    run: Pick<InstallRun, 'signal' | 'progress'>,
  ) => Promise<Moving>;
}

/** The highest sequence ever verified, for each line of releases; in `state.json`, apart from the program's folder. */
export interface SequenceMemory {
  readonly highest: (line: string) => number | null;
  /** Never lowers it. */
  readonly raise: (line: string, sequence: number) => void;
}
