// The parts of the loader, created once by createLoader. Each flow receives only the parts it uses.
import { type LoaderConfig } from '../../shared/config.ts';
import { type FailureFacts } from '../../shared/failure.ts';
import { type UpdateWarning } from '../../shared/update-warning.ts';
import { type Runner } from './command-runner.ts';
import { type CredentialsHolder } from './session/credentials.ts';
import { type Device } from './device/device.ts';
import { type Failures } from './failures.ts';
import { type Delivery } from './flows/delivery-types.ts';
import { type OfflineMemory } from './offline/offline-memory.ts';
import { type LostAnswers } from './flows/lost-answers.ts';
import {
  type AppLauncher,
  type GuessesOf,
  type Desktop,
  type LocalState,
  type Log,
  type SystemNotices,
} from './ports.ts';
import { type Clock } from '@latchkey/client/ports.ts';
import { type LastUser } from './session/last-user.ts';
import { type Publisher } from './session/publisher.ts';
import { type SavedSignIns } from './session/saved-sign-ins.ts';
import { type SentRequests } from './session/sent-requests.ts';
import { type Renewal } from './session/renewal.ts';
import { type ServiceSession } from '@latchkey/client/service-session.ts';
import { type ServiceTime } from '@latchkey/client/service-time.ts';
import { type DeepLinks } from './session/deep-links.ts';
import { type Tasks } from './tasks.ts';

export interface CoreParts {
  readonly config: LoaderConfig;
  readonly clock: Clock;
  readonly log: Log;
  readonly launcher: AppLauncher;
  readonly failures: Failures;
  readonly publisher: Publisher;
  readonly commandRunner: Runner;
  readonly tasks: Tasks;
  /** Null if the program is part of the package. */
  readonly delivery: Delivery | null;
  readonly serviceSession: ServiceSession;
  readonly serviceTime: ServiceTime;
  readonly sentRequests: SentRequests;
  readonly device: Device;
  readonly credentialsHolder: CredentialsHolder;
  readonly savedSignIns: SavedSignIns;
  readonly offline: OfflineMemory;
  readonly lostAnswers: LostAnswers;
  readonly startNotices: FailureFacts[];
  readonly lastUser: LastUser;
  /** When the loader last signed in again automatically, unix milliseconds. */
  readonly signedInAgain: { atMs: number | null };
  /** Returns a random number from 0 to 1, so that loaders do not retry at the same moment. */
  readonly jitter: () => number;
  /** Consecutive wrong one-time codes. A new sign-in resets the count. */
  readonly badCodes: { inARow: number };
  readonly deepLinks: DeepLinks;
  readonly guessesOf: GuessesOf;
  readonly systemNotices: SystemNotices;
  readonly desktop: Desktop;
  readonly state: Pick<LocalState, 'get' | 'change'>;
  /** Whether the current or the last action signed in. */
  readonly signedInJustNow: { value: boolean };
  readonly renewal: Renewal;
  /** The last check's warning that the service will soon reject this version, or null. */
  readonly updateWarning: { current: UpdateWarning | null };
  readonly loaderVersion: string;
  readonly thisComputer: { readonly hostName: string; readonly system: string };
  /** Maps a report id to the time when the report was sent, unix milliseconds. */
  readonly sentReports: Map<string, number>;
}
