// The interface of delivery: what it offers the core, and what it needs of its host.
import { type Result } from '../../../shared/failure.ts';
import { type ProgramStore } from '../delivery/ports.ts';
import { type Action } from '../lanes.ts';
import { type BroughtProgram } from '../ports.ts';

export interface DeliveryHost {
  readonly store: ProgramStore;
  /** As in a manifest: `linux-x64`. */
  readonly platform: string;
  /** Resolves to an absolute folder, null if the user cancelled. null: this host has no dialog. */
  readonly chooseFolder: ((now: string) => Promise<string | null>) | null;
}

export interface Delivery {
  /** Reads what is installed and offered. Shows a failure only if nothing is installed. */
  readonly look: (action: Action) => Promise<void>;
  readonly install: () => Promise<Result<null>>;
  readonly repair: () => Promise<Result<null>>;
  readonly uninstall: () => Promise<Result<null>>;
  readonly move: () => Promise<Result<null>>;
  /** Whether the installed program may be launched. The launch can still be cancelled. */
  readonly mayLaunch: (action: Action) => Promise<Result<null>>;
  /** SECURITY: returns only a fully verified program. */
  readonly toLaunch: () => Promise<Result<BroughtProgram>>;
  /** Called after each action and when the program exits: waiting tasks check again. */
  readonly wake: () => void;
  /** Drops the offer of a user who signed out. */
  readonly forget: () => void;
}
