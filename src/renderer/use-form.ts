// Holds which local form is open, and the user name and key that the forms share.
import { useState } from 'react';
import { closesForm, type LocalForm } from './phase-facts.ts';
import type { KeyDraft } from './screens/use-key-text.ts';
import type { KeyDeepLink } from './deep-link-action.ts';
import { allows } from '../shared/phases.ts';
import type { Notice, Session } from '../shared/session.ts';

export interface OpenForm {
  /** Null while the phase's own screen is visible. */
  readonly form: LocalForm | null;
  readonly open: (form: LocalForm) => void;
  readonly openWith: (form: LocalForm, deepLink: KeyDeepLink) => void;
  readonly close: () => void;
  /**
   * The id of the deep link that was opened last. Snapshots contain the link until the main process
   * has dropped it.
   */
  readonly openedLinkId: number | null;
  readonly draft: KeyDraft;
  readonly username: string;
  readonly onUsername: (username: string) => void;
}

export function useForm({ phase, notice }: Pick<Session, 'phase' | 'notice'>): OpenForm {
  const [form, setForm] = useState<LocalForm | null>(null);
  const [key, setKey] = useState('');
  const [linked, setLinked] = useState<KeyDeepLink | null>(null);
  const [openedLinkId, setOpenedLinkId] = useState<number | null>(null);
  // The sign-in form and the local forms share this name.
  const [typedName, setTypedName] = useState<string | null>(null);
  const show = (wanted: LocalForm | null, deepLink: KeyDeepLink | null) => {
    setForm(wanted);
    setKey(deepLink?.key ?? '');
    setLinked(deepLink);
  };
  const isClosing = form !== null && closesForm(form, phase);
  if (isClosing) show(null, null);
  // The notice of a new account opens its screen once.
  const [lastNotice, setLastNotice] = useState<Notice['kind'] | null>(null);
  const noticeKind = notice?.kind ?? null;
  if (noticeKind !== lastNotice) {
    setLastNotice(noticeKind);
    const isFree = form === null || isClosing;
    if (noticeKind === 'account-created' && isFree) show('account-created', null);
  }
  if (typedName !== null && !allows(phase, 'signIn') && form === null) setTypedName(null);
  return {
    form,
    open: (wanted) => show(wanted, null),
    openWith(wanted, deepLink) {
      setOpenedLinkId(deepLink.id);
      show(wanted, deepLink);
    },
    close: () => show(null, null),
    openedLinkId,
    draft: { text: key, onText: setKey, linked },
    username: typedName ?? ('username' in phase ? phase.username : ''),
    onUsername: setTypedName,
  };
}
