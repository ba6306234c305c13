// What the core remembers about the offline pass of the signed-in user.
import { type Failure } from '../../../shared/failure.ts';
import { type LastUser } from '../session/last-user.ts';
import { type OfflineTime } from './offline-time.ts';

export interface OfflineMemory {
  readonly time: OfflineTime;
  /** The newest pass that was verified in this run; null if there is none. */
  pass: { readonly text: string; readonly user: LastUser; readonly deviceId: string } | null;
  /** When the service was last asked for a pass, by the clock's elapsed time. */
  askedAtMs: number | null;
  /** Why the service was not reached. */
  failure: Failure | null;
}
