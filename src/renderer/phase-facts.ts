// What the frame needs to know of a phase: whose account it is, and which of the renderer's own forms may stand over it. Pure.
import { allows, factsOf, isAt, userOf } from '../shared/phases.ts';
import { isSameName } from '../shared/same-name.ts';
import type { KeptName, Phase } from '../shared/session.ts';

/** The account that the header shows; null where nobody is signed in. */
export function accountOf(phase: Phase): string | null {
  return factsOf(phase).user === 'signed-in' ? userOf(phase) : null;
}

/** Whether a kept sign-in is that of the user whose phase it is. */
export function isOwn(phase: Phase, { name, byKey }: KeptName): boolean {
  const keyAlone = isAt(phase, 'inside') && phase.account.byKey === true;
  return isSameName(name, userOf(phase) ?? '') && byKey === keyAlone;
}

/** A state that was found anew, for another reason or with other facts, is another screen; null: the phase's own. */
export function findingOf(phase: Phase): string | null {
  if (phase.kind === 'unreachable') return phase.failure.reportId;
  return 'report' in phase ? phase.report.reportId : null;
}

/** The forms of the renderer's own. `key`: the door for keys, with what is chosen there. */
export type LocalForm = 'redeem' | 'key' | 'forgot' | 'new-name' | 'account' | 'chat';

export function takesKey(form: LocalForm): boolean {
  return form === 'key' || form === 'redeem';
}

/** A full-screen state closes the redeem form; every other change keeps the form and its receipt. Others stay where they fit. */
export function closesForm(form: LocalForm, phase: Phase): boolean {
  switch (form) {
    case 'redeem':
      return isAt(phase, 'full-screen') && !allows(phase, 'redeem');
    case 'key':
    case 'forgot':
      return !allows(phase, 'signIn');
    case 'account':
    case 'chat':
      return !isAt(phase, 'inside');
    case 'new-name':
      // The change itself ends the session: the form stays until it has signed in again, and then closes itself.
      return !allows(phase, 'signIn') && !allows(phase, 'changeUsername');
  }
}
