// What the main thread and the delivery worker say to each other: one call after the other, progress between them.
import type {
  BegunProgram,
  InstalledProgram,
  InstallPhase,
  ProgramProblem,
  ReadyProgram,
} from '../../core/delivery/ports.ts';
import type { ReleaseLine } from '../../core/delivery/verified-release.ts';
import type { MissingChunk } from './assembly.ts';

export interface WorkerSettings extends ReleaseLine {
  readonly publisherKeys: readonly string[];
  /** Absolute: the program's own data. */
  readonly dataFolder: string;
}

/** What the worker is started with. */
export interface WorkerStart {
  readonly settings: WorkerSettings;
  /** 1 in its only place: what is at work is to stop. */
  readonly stop: SharedArrayBuffer;
}

export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: ProgramProblem };

export interface ReadyLook {
  readonly ready: ReadyProgram;
  /** Unix milliseconds of the last time that every byte was looked at. */
  readonly verifiedAt: number;
}

export interface Calls {
  readonly installed: (folder: string) => Outcome<InstalledProgram | null>;
  readonly begun: (folder: string) => Outcome<BegunProgram | null>;
  /** Takes the folder's lock until `end`. Value: whether the manifest has to be fetched. */
  readonly begin: (
    folder: string,
    offer: {
      readonly manifestSha256: string;
      readonly sequence: number;
      readonly version: string;
    },
  ) => Outcome<{ readonly needsManifest: boolean }>;
  /** null: it is known already. */
  readonly admit: (
    fetched: { readonly manifest: Uint8Array; readonly signature: Uint8Array } | null,
  ) => Outcome<{ readonly line: string; readonly highest: number | null }>;
  readonly assemble: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    /** Bytes that travelled in runs before. */
    readonly fetchedBytes: number;
  }>;
  /** `space`: what `stored` lay in is given back. */
  readonly take: (
    index: number,
    stored: Uint8Array<ArrayBuffer>,
  ) => Outcome<{ readonly isGenuine: boolean; readonly space: ArrayBuffer }>;
  /** What has to be fetched once more, and the first file that it was missing in. */
  readonly verifyNext: () => Outcome<{
    readonly missing: readonly MissingChunk[];
    readonly file: string | null;
  }>;
  readonly place: (nowMs: number) => Outcome<InstalledProgram>;
  readonly end: () => Outcome<null>;
  readonly verify: (folder: string, nowMs: number) => Outcome<boolean>;
  readonly ready: (folder: string, nowMs: number) => Outcome<ReadyLook>;
  readonly discard: (folder: string) => Outcome<{ readonly freedBytes: number }>;
  /** `to` is made where it is missing. */
  readonly copyTo: (folder: string, to: string) => Outcome<InstalledProgram | null>;
  readonly uninstall: (
    folder: string,
    keepsRecord: boolean,
  ) => Outcome<{ readonly freedBytes: number }>;
}

export type CallName = keyof Calls;

export interface CallMessage {
  readonly name: CallName;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly kind: 'answer'; readonly outcome: Outcome<unknown> }
  | { readonly kind: 'defect'; readonly message: string }
  | {
      readonly kind: 'progress';
      readonly done: number;
      readonly total: number | null;
      readonly phase: InstallPhase;
    };
