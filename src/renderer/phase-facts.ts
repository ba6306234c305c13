// Derives facts from a phase: its signed-in user, the React key of its screen, the place of the
// cover, and the forms that it closes.
import { allows, factsOf, isInGroup, offlineIn, userOf } from '../shared/phases.ts';
import { isSameName } from '../shared/same-name.ts';
import type { SavedSignInSummary, Phase, Session } from '../shared/session.ts';

/** Returns the signed-in user's name, or null. */
export function signedInUserOf(phase: Phase): string | null {
  return factsOf(phase).user === 'signed-in' ? userOf(phase) : null;
}

/** Returns whether a saved sign-in belongs to the signed-in user. */
export function isCurrentSignIn(phase: Phase, { name, byKey }: SavedSignInSummary): boolean {
  const usesKeyOnly = isInGroup(phase, 'inside') && phase.account.byKey === true;
  return isSameName(name, userOf(phase) ?? '') && byKey === usesKeyOnly;
}

/** Whether a sign-in cannot reach the service now, as far as the last exchange showed. */
export function isOffline({ phase, trust }: Pick<Session, 'phase' | 'trust'>): boolean {
  return offlineIn(phase) !== null || trust?.kind === 'not-reached';
}

/** The phases whose screens are in the page's first script. */
export type FirstPhase = Extract<Phase, { readonly kind: 'starting' | 'signed-out' }>;

export function isFirstPhase(phase: Phase): phase is FirstPhase {
  return phase.kind === 'starting' || phase.kind === 'signed-out';
}

/** Whether the first script draws all of the phase. The second one has the texts of failures. */
export function isDrawnFirst(phase: Phase): boolean {
  return phase.kind === 'starting' || (phase.kind === 'signed-out' && phase.failure === null);
}

/** Returns the React key of the phase's screen, so that a new report remounts the screen. */
export function screenKeyOf(phase: Phase): string | null {
  if (phase.kind === 'unreachable') return phase.failure.reportId;
  return 'report' in phase ? phase.report.reportId : null;
}

export type SettingsPage =
  | 'account'
  | 'security'
  | 'subscriptions'
  | 'computers'
  | 'program'
  | 'appearance'
  | 'about';

/** `settings`: the list of pages; a wide window shows the first page beside it. */
export type SettingsForm = 'settings' | `settings/${SettingsPage}`;

/** Forms that the renderer opens over a phase. `key`: the key screen and its actions. */
export type LocalForm =
  | 'redeem'
  | 'key'
  | 'forgot'
  | 'new-name'
  | 'chat'
  | 'account-created'
  | SettingsForm;

export function isSettings(form: LocalForm | null): form is SettingsForm {
  return form === 'settings' || form?.startsWith('settings/') === true;
}

/** Whether the form is in the page's third script. */
export function isInThirdScript(form: LocalForm): boolean {
  return form === 'chat' || isSettings(form);
}

/** The cover's place in a wide window: `above` the home screen, `beside` forms and states. */
export type CoverPosition = 'beside' | 'above' | 'none';

export function coverPositionOf(phase: Phase, form: LocalForm | null): CoverPosition {
  if (form !== null && isInThirdScript(form)) return 'none';
  return form === null && isInGroup(phase, 'inside') ? 'above' : 'beside';
}

export function takesKey(form: LocalForm): boolean {
  return form === 'key' || form === 'redeem';
}

/**
 * Returns whether `phase` closes the form. Only a full-screen phase closes the redeem form, so that
 * its receipt stays readable.
 */
export function closesForm(form: LocalForm, phase: Phase): boolean {
  // use-form.ts closes the settings when the user signs in or out.
  if (isSettings(form)) return false;
  switch (form) {
    case 'redeem':
      return isInGroup(phase, 'full-screen') && !allows(phase, 'redeem');
    case 'key':
    case 'forgot':
      return !allows(phase, 'signIn');
    case 'chat':
      return !isInGroup(phase, 'inside');
    case 'account-created':
      return !isInGroup(phase, 'inside') || phase.kind === 'running';
    case 'new-name':
      // The change ends the session; the form stays until a new sign-in begins.
      return !allows(phase, 'signIn') && !allows(phase, 'changeUsername');
  }
}
