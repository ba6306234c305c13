// What the renderer sees of the program that the loader brings, and of long work. Sizes are bytes, lengths milliseconds.
import type { Failure } from './failure.ts';

/** What is on this computer, what is offered, and what to do about it. */
export interface Program {
  readonly installed: { readonly version: string } | null;
  /** Newer than what is installed. `notes`: plain text of the publisher. */
  readonly available: {
    readonly version: string;
    readonly notes: string;
    /** Bytes that it takes when it is installed; null: nobody said it. */
    readonly size: number | null;
    /** Bytes that travel to a computer that has none of it. */
    readonly stored: number;
  } | null;
  /** Bytes of what is installed; null: nothing is. */
  readonly size: number | null;
  /**
   * What the one button does. `look`: nobody knows yet what there is; `nothing`: none is installed and none is offered.
   * `update`: only then can it be launched.
   */
  readonly next: 'look' | 'nothing' | 'install' | 'update' | 'repair' | 'launch';
  /** Absolute: where it lies, or will. */
  readonly folder: string;
  /** The user can choose another folder. */
  readonly movable: boolean;
}

/** `move`: of the installed program to another folder. */
export type TaskKind = 'install' | 'update' | 'repair' | 'move';

/**
 * Looking at what is there, fetching what is missing, verifying the whole: each counts its own bytes. `waiting`: for the running
 * program to be closed.
 */
export type TaskStage = 'waiting' | 'looking' | 'fetching' | 'verifying';

/** Long work that nothing waits for. It can be paused and cancelled in every state. */
export interface Task {
  /** New for each task of this run of the program. */
  readonly id: string;
  readonly kind: TaskKind;
  readonly state: 'running' | 'paused' | 'failed';
  /** null: it has none, or none has begun. */
  readonly stage: TaskStage | null;
  /** Bytes, also below. */
  readonly done: number;
  /** null: not known yet. */
  readonly total: number | null;
  /** Over the last seconds; null: nobody can say yet, or it stands still by wish. */
  readonly bytesPerSecond: number | null;
  /** What it still takes at that speed. */
  readonly etaMs: number | null;
  /** In state `failed`: why. */
  readonly failure: Failure | null;
}
