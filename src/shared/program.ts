// The installed program and its tasks, as the page shows them. Sizes are bytes, durations ms.
import type { Failure } from './failure.ts';

/** The installation, the offered release, and the next action. */
export interface Program {
  /** `notes`: as of `available`; empty if the service has not offered this version. */
  readonly installed: { readonly version: string; readonly notes: string } | null;
  /** A release newer than the installed one. `notes`: plain text of the publisher. */
  readonly available: {
    readonly version: string;
    readonly notes: string;
    /** Installed size in bytes; null if unknown. */
    readonly size: number | null;
    /** Bytes to download, after the reuse of installed chunks; null while not known. */
    readonly stored: number | null;
  } | null;
  /** Bytes that uninstalling frees; null if nothing is installed. */
  readonly size: number | null;
  /** The version that a repair installs instead of the installed one; null if it keeps that one. */
  readonly repairsTo: string | null;
  /**
   * The action of the main button. `look`: the state is not known yet; `nothing`: no release is
   * installed or offered; `update`: an update is required before the launch.
   */
  readonly next: 'look' | 'nothing' | 'install' | 'update' | 'repair' | 'launch';
  /** Absolute path of the current or future installation. */
  readonly folder: string;
  readonly movable: boolean;
  /** Whether `showProgramFolder` can show the folder. */
  readonly canShowFolder: boolean;
}

/** `move`: the installed program goes to another folder. */
export type TaskKind = 'install' | 'update' | 'repair' | 'move';

/**
 * `waiting`: waits until the user closes the program. `looking`: reads existing files. `fetching`:
 * downloads missing chunks. `verifying`: checks all files. `held`: waits for a file that another
 * program uses. Each stage counts its own bytes.
 */
export type TaskStage = 'waiting' | 'looking' | 'fetching' | 'verifying' | 'held';

/** A long operation in the background. It can be paused and cancelled in every state. */
export interface Task {
  /** Unique within this run of the program. */
  readonly id: string;
  readonly kind: TaskKind;
  readonly state: 'running' | 'paused' | 'failed';
  /** Null if no stage has begun or the task has none. */
  readonly stage: TaskStage | null;
  /** In bytes, like `total`. */
  readonly done: number;
  /** Null if not known yet. */
  readonly total: number | null;
  /** The average of the last seconds; null if not known yet or while the task is paused. */
  readonly bytesPerSecond: number | null;
  readonly etaMs: number | null;
  /** Set in state `failed`. */
  readonly failure: Failure | null;
}

/** Files that are not part of the program, such as saved games. They are left in `folder`. */
export interface RemainingFilesSummary {
  readonly folder: string;
  /** One of the files, relative to the folder; null if unknown. */
  readonly name: string | null;
  /** Whether `showRemainingFiles` can show them. */
  readonly canShow: boolean;
}
