// A newer release of the loader itself, and how it reaches this computer.
import type { Failure } from './failure.ts';

export interface LoaderUpdate {
  readonly version: string;
  /** Plain text of the seller; empty if there is none. */
  readonly notes: string;
  /**
   * `restart`: verified on this computer, and installed by a restart. `download`: the user must
   * install it, because this kind of package cannot be replaced or two attempts have failed.
   */
  readonly how: 'restart' | 'download';
  /** Why the attempts failed; null if none did. */
  readonly failure: Failure | null;
  /** The service's page for `download`, an https address; null if unknown or not needed. */
  readonly download: string | null;
}
