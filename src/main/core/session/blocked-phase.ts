// Maps refusals of the service to full-screen states.
import { type Failure, type FailureCode } from '../../../shared/failure.ts';
import { type ComputerRemoval } from '../../../shared/computers.ts';
import { type DeviceChange } from '../../../shared/device-parts.ts';
import { type Lapsed, type RemovalOffer } from '@latchkey/client/facts.ts';
import { reportOf } from '../failures.ts';
import { type BlockedPhase } from './session-machine.ts';

export interface BlockedUser {
  readonly username: string;
  /** Null if it was not read yet. */
  readonly deviceId: string | null;
  readonly lapsed: readonly Lapsed[] | null;
  /** Null if unknown. */
  readonly changes: readonly DeviceChange[] | null;
  /** Null if the user cannot remove another computer. */
  readonly removal: RemovalOffer | null;
}

/** For requests without a device id. */
export const unknownDevice = { deviceId: null, changes: null, removal: null } as const;

const blockingCodes = [
  'no-subscription',
  'subscription-paused',
  'wrong-device',
  'banned',
  'blacklisted',
  'app-paused',
  'app-disabled',
  'update-required',
] as const satisfies readonly FailureCode[];
type Blocking = Failure<(typeof blockingCodes)[number]>;

function isBlocking(failure: Failure): failure is Blocking {
  return blockingCodes.some((code) => code === failure.code);
}

/** Returns null if the failure has no full-screen state. */
export function blockedPhaseOf(failure: Failure, user: BlockedUser): BlockedPhase | null {
  return isBlocking(failure) ? screenOf(failure, user) : null;
}

function screenOf(failure: Blocking, user: BlockedUser): BlockedPhase {
  const { username } = user;
  const report = reportOf(failure);
  switch (failure.code) {
    case 'no-subscription':
      return withoutSubscription(failure, user);
    case 'subscription-paused':
      return {
        kind: 'no-subscription',
        cause: 'paused',
        username,
        lapsed: user.lapsed ?? [],
        report,
      };
    case 'wrong-device': {
      const shortDeviceId = (user.deviceId ?? '').slice(0, 8);
      const changes = user.changes === null ? {} : { changes: user.changes };
      const removal = user.removal === null ? {} : { removal: withoutTicket(user.removal) };
      return { kind: 'wrong-device', username, shortDeviceId, ...changes, ...removal, report };
    }
    case 'banned':
      return { kind: 'banned', cause: 'user', username, reason: failure.reason, report };
    case 'blacklisted':
      return { kind: 'banned', cause: 'blacklist', username, reason: null, report };
    case 'app-paused':
    case 'app-disabled':
      return { kind: failure.code, report };
    case 'update-required': {
      const { version: requiredVersion, download } = failure;
      return { kind: 'update-required', requiredVersion, download, report };
    }
  }
}

/** SECURITY: the ticket signs in, so it must not reach the snapshot. */
function withoutTicket({ computers, left, nextAt }: RemovalOffer): ComputerRemoval {
  return { computers, left, nextAt };
}

/** If the service reports no lapsed subscription, the cause is `never`. */
function withoutSubscription(failure: Failure, user: BlockedUser): BlockedPhase {
  const lapsed = user.lapsed ?? [];
  const allPaused = lapsed.length > 0 && lapsed.every(({ paused }) => paused);
  return {
    kind: 'no-subscription',
    cause: lapsed.length === 0 ? 'never' : allPaused ? 'paused' : 'expired',
    username: user.username,
    lapsed,
    report: reportOf(failure),
  };
}
