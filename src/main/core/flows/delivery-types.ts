// What the rest of the core sees of the program that the loader brings, and what that needs of the host.
import { type Result } from '../../../shared/failure.ts';
import { type ProgramStore } from '../delivery/ports.ts';
import { type Action } from '../lanes.ts';
import { type BroughtProgram } from '../ports.ts';

/** What the host of the core has for it. */
export interface DeliveryHost {
  readonly store: ProgramStore;
  /** As in a manifest: `linux-x64`. */
  readonly platform: string;
  /** Asks the user for a folder; absolute, null: they chose none. In its place null: this host has no dialog. */
  readonly chooseFolder: ((now: string) => Promise<string | null>) | null;
}

export interface Delivery {
  /** What is installed and what is offered. Trouble is told only where nothing can be done without an answer. */
  readonly look: (action: Action) => Promise<void>;
  readonly install: () => Promise<Result<null>>;
  readonly repair: () => Promise<Result<null>>;
  readonly uninstall: () => Promise<Result<null>>;
  readonly move: () => Promise<Result<null>>;
  /** Before the launch, while it can still be cancelled: whether what is installed may be launched. */
  readonly mayLaunch: (action: Action) => Promise<Result<null>>;
  /** SECURITY: only what was verified whole is ever answered. */
  readonly toLaunch: () => Promise<Result<BroughtProgram>>;
  /** An action has ended, or the program has exited: what waited for the program looks again. */
  readonly wake: () => void;
  /** Nobody is signed in: what was offered was offered to somebody else. */
  readonly forget: () => void;
}
