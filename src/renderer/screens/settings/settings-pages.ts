// The pages of the settings: their titles, and their availability in a phase.
import { isInGroup, offlineIn } from '../../../shared/phases.ts';
import type { LoaderInfo } from '../../../shared/loader-info.ts';
import type { Session } from '../../../shared/session.ts';
import type { Copy } from '../../../copy/copy.ts';
import type { SettingsForm, SettingsPage } from '../../phase-facts.ts';

/** Returns the page that the form names, or null for the list. */
export function pageOf(form: SettingsForm): SettingsPage | null {
  return form === 'settings' ? null : (form.slice('settings/'.length) as SettingsPage); // a page
}

/** Returns the available pages. A packaged program without any setting has no page. */
export function pagesFor(
  { options }: Pick<LoaderInfo, 'options'>,
  session: Pick<Session, 'phase' | 'program' | 'preferences' | 'unsupported'>,
): readonly SettingsPage[] {
  const { phase, program, preferences, unsupported } = session;
  if (!isInGroup(phase, 'inside') || offlineIn(phase) !== null) return ['appearance', 'about'];
  const hasOptions = options.length > 0 && !unsupported.includes('options');
  const hasProgramPage = program !== null || hasOptions || preferences.launchWhenSignedIn !== null;
  return [
    ...(['account', 'security', 'subscriptions', 'computers'] as const),
    ...(hasProgramPage ? (['program'] as const) : []),
    ...(['appearance', 'about'] as const),
  ];
}

/** `brand`: the name of the program, which is also the name of its page. */
export function pageTitle(copy: Copy, page: SettingsPage, brand: string): string {
  return page === 'program' ? brand : copy.settings.pages[page];
}
