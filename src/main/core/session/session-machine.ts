// State machine of the session: returns the next phase for each event. Pure: no clock, no calls, no
// snapshot. Ignores events that do not fit, so that a late answer never changes the screen.
import { type Failure, type Report } from '../../../shared/failure.ts';
import {
  allows,
  factsOf,
  isAppActive,
  isInGroup,
  isCheckable,
  offlineIn,
  suspendedIn,
  type CheckablePhase,
  type PhaseInGroup,
} from '../../../shared/phases.ts';
import type { EndCause } from '@latchkey/client/facts.ts';
import type { Announcement } from '../../../shared/announcement.ts';
import { type Account, type OfflineFacts, type Phase } from '../../../shared/session.ts';

/** Full-screen states that an answer of the service causes. */
export type BlockedPhase = Exclude<
  PhaseInGroup<'full-screen'>,
  { kind: 'session-ended' | 'unreachable' }
>;

export type SessionEvent =
  /** The service answered `init`, and no credentials are available. */
  | { readonly kind: 'connected'; readonly username: string }
  /** SECURITY: only a verified answer to `login` creates this event, never a redeem's Receipt. */
  | { readonly kind: 'signed-in'; readonly account: Account }
  /** The form was submitted: clears the failure of an earlier try. */
  | { readonly kind: 'sign-in-asked'; readonly username: string }
  /** `recovery`: a recovery code works too. */
  | { readonly kind: 'code-asked'; readonly username: string; readonly recovery?: true }
  /** An automatic sign-in, or one with held credentials, was refused. */
  | { readonly kind: 'sign-in-refused'; readonly username: string; readonly failure: Failure }
  | { readonly kind: 'blocked'; readonly phase: BlockedPhase }
  | {
      readonly kind: 'lost-service';
      readonly username: string;
      readonly failure: Failure;
      readonly offlineEndedAt?: number;
    }
  /** SECURITY: only a verified offline pass creates this event. */
  | { readonly kind: 'went-offline'; readonly account: Account; readonly offline: OfflineFacts }
  | { readonly kind: 'went-back'; readonly username: string }
  | { readonly kind: 'credentials-forgotten'; readonly username: string; readonly failure: Failure }
  | {
      readonly kind: 'session-lost';
      readonly username: string;
      readonly ended?: EndCause;
      readonly report: Report;
    }
  /** A changed name also ends the session. */
  | { readonly kind: 'name-changed'; readonly username: string }
  /** A check succeeded. It also continues a suspended session. */
  | { readonly kind: 'account-refreshed'; readonly account: Account }
  /** A redeem changed the known dates. It ends no offline use and no session. */
  | { readonly kind: 'key-redeemed'; readonly account: Account }
  | { readonly kind: 'announcement-read'; readonly announcement: Announcement | null }
  | { readonly kind: 'launch-asked' }
  | { readonly kind: 'launch-failed' }
  | { readonly kind: 'app-started' }
  | { readonly kind: 'app-exited' }
  /** `username`: for the form; empty if the next user must not see it. */
  | { readonly kind: 'signed-out'; readonly username: string }
  /** `to`: the next account comes from the form or from a saved sign-in. */
  | { readonly kind: 'account-left'; readonly to: 'form' | 'saved' }
  | { readonly kind: 'cancelled'; readonly username: string };

export function nextPhase(phase: Phase, event: SessionEvent): Phase {
  switch (event.kind) {
    case 'connected':
      return isInGroup(phase, 'full-screen') || allows(phase, 'start')
        ? signedOutPhase(event.username)
        : phase;
    case 'signed-in':
      return isOutside(phase)
        ? { kind: 'ready', account: event.account, announcement: null }
        : phase;
    case 'sign-in-asked':
      return allows(phase, 'signIn') ? signedOutPhase(event.username) : phase;
    case 'code-asked':
      return isReplaceable(phase) ? { ...event, kind: 'code-needed' } : phase;
    case 'sign-in-refused':
      return isReplaceable(phase) ? signedOutPhase(event.username, event.failure) : phase;
    case 'blocked':
      return isOutside(phase) || isCheckable(phase) ? event.phase : phase;
    case 'lost-service':
      return isReplaceable(phase) ? { ...event, kind: 'unreachable' } : phase;
    case 'went-offline':
      return offlinePhase(phase, event);
    case 'went-back':
      return allows(phase, 'goBack') ? signedOutPhase(event.username) : phase;
    case 'credentials-forgotten':
      return allows(phase, 'submitCode') ? signedOutPhase(event.username, event.failure) : phase;
    case 'session-lost':
      return isCheckable(phase) || suspendedIn(phase) !== null
        ? { ...event, kind: 'session-ended' }
        : phase;
    case 'signed-out':
      return allows(phase, 'signOut') ? signedOutPhase(event.username) : phase;
    case 'account-left':
      if (factsOf(phase).user !== 'signed-in' || isAppActive(phase)) return phase;
      return event.to === 'saved' ? { kind: 'starting' } : { ...signedOutPhase(''), another: true };
    case 'name-changed':
      return allows(phase, 'changeUsername') ? signedOutPhase(event.username) : phase;
    case 'account-refreshed':
    case 'key-redeemed':
    case 'announcement-read':
    case 'launch-asked':
    case 'launch-failed':
    case 'app-started':
    case 'app-exited':
    case 'cancelled':
      return nextInside(phase, event);
  }
}

function offlinePhase(
  phase: Phase,
  { account, offline }: Extract<SessionEvent, { kind: 'went-offline' }>,
): Phase {
  if (isOutside(phase)) return { kind: 'ready', account, announcement: null, offline };
  return isCheckable(phase) ? { ...phase, account, offline } : phase;
}

type InsideEvent = Extract<
  SessionEvent,
  {
    kind:
      | 'account-refreshed'
      | 'key-redeemed'
      | 'announcement-read'
      | 'launch-asked'
      | 'launch-failed'
      | 'app-started'
      | 'app-exited'
      | 'cancelled';
  }
>;

/** Handles the events of a signed-in user, and Cancel, which applies to two phases. */
function nextInside(phase: Phase, event: InsideEvent): Phase {
  switch (event.kind) {
    case 'account-refreshed':
      if (suspendedIn(phase) !== null)
        return { kind: 'ready', account: event.account, announcement: null };
      return isCheckable(phase) ? { ...withoutOffline(phase), account: event.account } : phase;
    case 'key-redeemed':
      return isInGroup(phase, 'inside') ? { ...phase, account: event.account } : phase;
    case 'announcement-read':
      return isInGroup(phase, 'inside') ? { ...phase, announcement: event.announcement } : phase;
    case 'launch-asked':
      return phase.kind === 'ready' ? { ...phase, kind: 'launching' } : phase;
    case 'launch-failed':
      return phase.kind === 'launching' ? { ...phase, kind: 'ready' } : phase;
    case 'app-started':
      return phase.kind === 'launching' ? { ...phase, kind: 'running' } : phase;
    case 'app-exited':
      return phase.kind === 'running' ? { ...phase, kind: 'ready' } : phase;
    case 'cancelled':
      if (allows(phase, 'start')) return signedOutPhase(event.username);
      return phase.kind === 'launching' ? { ...phase, kind: 'ready' } : phase;
  }
}

function isOutside(phase: Phase): phase is Exclude<Phase, PhaseInGroup<'inside'>> {
  return !isInGroup(phase, 'inside');
}

/** Whether a failed sign-in replaces the screen: no user is signed in, or only offline. */
function isReplaceable(phase: Phase): boolean {
  return isOutside(phase) || (isCheckable(phase) && offlineIn(phase) !== null);
}

/** A verified answer ends offline use. */
function withoutOffline({ offline: _ended, ...phase }: CheckablePhase): CheckablePhase {
  return phase;
}

function signedOutPhase(
  username: string,
  failure: Failure | null = null,
): Extract<Phase, { kind: 'signed-out' }> {
  return { kind: 'signed-out', username, failure };
}
