// Facts about a phase: its account, the key of its screen, and the local forms it allows. Pure.
import { allows, factsOf, isAt, userOf } from '../shared/phases.ts';
import { isSameName } from '../shared/same-name.ts';
import type { KeptName, Phase } from '../shared/session.ts';

/** The account in the header; null: nobody is signed in. */
export function accountOf(phase: Phase): string | null {
  return factsOf(phase).user === 'signed-in' ? userOf(phase) : null;
}

export function isOwn(phase: Phase, { name, byKey }: KeptName): boolean {
  const keyAlone = isAt(phase, 'inside') && phase.account.byKey === true;
  return isSameName(name, userOf(phase) ?? '') && byKey === keyAlone;
}

/** React key of the phase's screen: a new report remounts it. null: the phase has no report. */
export function screenKeyOf(phase: Phase): string | null {
  if (phase.kind === 'unreachable') return phase.failure.reportId;
  return 'report' in phase ? phase.report.reportId : null;
}

/** Forms that the renderer opens over a phase. `key`: the key screen and its actions. */
export type LocalForm = 'redeem' | 'key' | 'forgot' | 'new-name' | 'account' | 'chat';

export function takesKey(form: LocalForm): boolean {
  return form === 'key' || form === 'redeem';
}

/** Whether `phase` closes the form. Only full screens close the redeem form and its receipt. */
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
      // The change ends the session; the form stays until a new sign-in begins.
      return !allows(phase, 'signIn') && !allows(phase, 'changeUsername');
  }
}
