// Holds the open local forms, and the user name and key that they share. Settings open over another
// form, and other forms over the settings. Closing a form leads back to the form below.
import { useState } from 'react';
import { closesForm, isSettings, type LocalForm } from './phase-facts.ts';
import type { KeyDraft } from './screens/use-key-text.ts';
import type { KeyDeepLink } from './deep-link-action.ts';
import { allows, factsOf, type PhaseGroup } from '../shared/phases.ts';
import type { Notice, Phase, Session } from '../shared/session.ts';

export interface OpenForm {
  /** The open forms, the topmost last. Without any, the phase's own screen is visible. */
  readonly forms: readonly LocalForm[];
  readonly open: (form: LocalForm) => void;
  readonly openWith: (form: LocalForm, deepLink: KeyDeepLink) => void;
  readonly close: () => void;
  /** Closes the list and the page of the settings, and shows the form below them. */
  readonly leaveSettings: () => void;
  /**
   * The id of the deep link that was opened last. Snapshots contain the link until the main process
   * has dropped it.
   */
  readonly openedLinkId: number | null;
  readonly draft: KeyDraft;
  readonly username: string;
  readonly onUsername: (username: string) => void;
}

interface Opened {
  readonly form: LocalForm;
  /** The group of the phase in which the form was opened. */
  readonly group: PhaseGroup;
}

/** Settings belong to a user, so signing in or out closes them. */
function staysOpen({ form, group }: Opened, phase: Phase): boolean {
  return !closesForm(form, phase) && (!isSettings(form) || factsOf(phase).group === group);
}

/** Returns the forms after opening `wanted`, which replaces settings already open further down. */
function opened(forms: readonly Opened[], wanted: Opened): readonly Opened[] {
  const top = forms.at(-1);
  if (top === undefined) return [wanted];
  const isOver = isSettings(top.form) !== isSettings(wanted.form);
  // A page opens over the list of settings; any other form replaces the form at the top.
  if (!isOver) return [...(top.form === 'settings' ? forms : forms.slice(0, -1)), wanted];
  const at = isSettings(wanted.form) ? forms.findIndex(({ form }) => isSettings(form)) : -1;
  return [...(at === -1 ? forms : forms.slice(0, at)), wanted];
}

/** Returns true in the first rendering after the kind of notice has changed. */
function useIsNew(notice: Notice | null): boolean {
  const [last, setLast] = useState<Notice['kind'] | null>(null);
  const kind = notice?.kind ?? null;
  if (kind === last) return false;
  setLast(kind);
  return true;
}

export function useForm({ phase, notice }: Pick<Session, 'phase' | 'notice'>): OpenForm {
  const [forms, setForms] = useState<readonly Opened[]>([]);
  const [key, setKey] = useState('');
  const [linked, setLinked] = useState<KeyDeepLink | null>(null);
  const [openedLinkId, setOpenedLinkId] = useState<number | null>(null);
  // The sign-in form and the local forms share this name.
  const [typedName, setTypedName] = useState<string | null>(null);
  const { group } = factsOf(phase);
  const form = forms.at(-1)?.form ?? null;
  const showKey = (deepLink: KeyDeepLink | null) => {
    setKey(deepLink?.key ?? '');
    setLinked(deepLink);
  };
  const close = () => {
    setForms((current) => current.slice(0, -1));
    // A key stays in its form while the settings are open over it.
    if (!isSettings(form)) showKey(null);
  };
  const left = forms.filter((form) => staysOpen(form, phase));
  if (left.length < forms.length) {
    setForms(left);
    if (left.at(-1)?.form !== form && !isSettings(form)) showKey(null);
  }
  // The notice of a new account opens its screen, unless another form is open.
  if (useIsNew(notice) && notice?.kind === 'account-created' && left.length === 0)
    setForms([{ form: 'account-created', group }]);
  if (typedName !== null && !allows(phase, 'signIn') && form === null) setTypedName(null);
  return {
    forms: forms.map((one) => one.form),
    open(wanted) {
      setForms((current) => opened(current, { form: wanted, group }));
      if (!isSettings(wanted)) showKey(null);
    },
    openWith(wanted, deepLink) {
      setOpenedLinkId(deepLink.id);
      setForms([{ form: wanted, group }]);
      showKey(deepLink);
    },
    close,
    leaveSettings() {
      setForms((current) => {
        const last = current.findLastIndex((one) => !isSettings(one.form));
        return current.slice(0, last + 1);
      });
    },
    openedLinkId,
    draft: { text: key, onText: setKey, linked },
    username: typedName ?? ('username' in phase ? phase.username : ''),
    onUsername: setTypedName,
  };
}
