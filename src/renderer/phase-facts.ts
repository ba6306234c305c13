// What the frame needs to know of a phase: whose account it is, and whether the redeem form may stand over it. Pure.
import type { Phase } from '../shared/session.ts';

/** The account that the header shows; null where nobody is signed in. */
export function accountOf(phase: Phase): string | null {
  switch (phase.kind) {
    case 'ready':
    case 'launching':
    case 'running':
      return phase.account.username;
    case 'no-subscription':
      return phase.username;
    case 'starting':
    case 'signed-out':
    case 'code-needed':
    case 'update-required':
    case 'app-paused':
    case 'app-disabled':
    case 'banned':
    case 'wrong-device':
    case 'session-ended':
    case 'unreachable':
      return null;
  }
}

/** The account that a redeem credits; null where the form asks for it. A sign-in that waits for its code knows whose it is. */
export function creditedAccountOf(phase: Phase): string | null {
  return phase.kind === 'code-needed' ? phase.username : accountOf(phase);
}

/** A state that was found anew, for another reason or with other facts, is another screen; null: the phase's own. */
export function findingOf(phase: Phase): string | null {
  if (phase.kind === 'unreachable') return phase.failure.reportId;
  return 'report' in phase ? phase.report.reportId : null;
}

/** A full-screen state closes the redeem form; every other change keeps the form and its receipt. */
export function closesRedeem(phase: Phase): boolean {
  switch (phase.kind) {
    case 'update-required':
    case 'app-paused':
    case 'app-disabled':
    case 'banned':
    case 'wrong-device':
    case 'session-ended':
    case 'unreachable':
      return true;
    case 'starting':
    case 'signed-out':
    case 'code-needed':
    case 'ready':
    case 'launching':
    case 'running':
    case 'no-subscription':
      return false;
  }
}
