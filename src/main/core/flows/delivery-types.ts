// Interfaces of delivery: the parts that the host provides, and the operations for the core.
import { type Result } from '../../../shared/failure.ts';
import { type ProgramStore } from '../delivery/ports.ts';
import { type Action } from '../command-runner.ts';
import { type LaunchableProgram } from '../ports.ts';

export interface DeliveryHost {
  readonly store: ProgramStore;
  /** The name in manifests, such as `linux-x64`. */
  readonly platform: string;
  /** The platform that the system emulates, or null. Its releases are asked for second. */
  readonly emulatedPlatform: string | null;
  /** Resolves to an absolute folder, or to null after a cancel. Null if this host has no dialog. */
  readonly chooseFolder: ((currentFolder: string) => Promise<string | null>) | null;
  /**
   * Selects a file or folder in the system's file manager; null if this host has none.
   * SECURITY: never opens the file.
   */
  readonly showFile: ((path: string) => void) | null;
}

export interface Delivery {
  /** Reads the installed and the offered release. Shows a failure only if nothing is installed. */
  readonly refresh: (action: Action) => Promise<void>;
  /** Reads the installed release only, and drops an offer unless it is required. */
  readonly goOffline: () => Promise<void>;
  readonly install: () => Promise<Result<null>>;
  readonly repair: () => Promise<Result<null>>;
  readonly uninstall: () => Promise<Result<null>>;
  readonly move: () => Promise<Result<null>>;
  /**
   * Accepts the folder that the last failure asked about, and retries failed tasks.
   * SECURITY: the page names no folder.
   */
  readonly acceptFolder: () => Promise<Result<null>>;
  /** Shows the files that the last removal or move has left; does nothing if there are none. */
  readonly showRemainingFiles: () => void;
  /** Shows the program's folder; does nothing if no program is installed. */
  readonly showFolder: () => void;
  /**
   * Whether the installed program may be launched. The launch can still be cancelled. Offline, only
   * a required update that is already known prevents it.
   */
  readonly checkLaunch: (action: Action, isOffline: boolean) => Promise<Result<null>>;
  /** SECURITY: returns only a fully verified program. */
  readonly verifyForLaunch: () => Promise<Result<LaunchableProgram>>;
  /** Makes waiting tasks check again. Called after each action and when the program exits. */
  readonly wake: () => void;
  /** Drops the offer of a user who signed out. */
  readonly forget: () => void;
}
