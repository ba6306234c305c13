// The renderer's own forms over the phases that they fit, and what was typed in them on the way from one to the other.
import { useState } from 'react';
import { closesForm, type LocalForm } from './phase-facts.ts';
import type { KeyDraft } from './screens/use-key-text.ts';
import type { KeyWish } from './wish-facts.ts';
import { allows } from '../shared/phases.ts';
import type { Phase } from '../shared/session.ts';

export interface OpenForm {
  /** null: none, the phase's own screen. */
  readonly form: LocalForm | null;
  readonly open: (form: LocalForm) => void;
  /** With the key of a link. */
  readonly openWith: (form: LocalForm, wish: KeyWish) => void;
  readonly close: () => void;
  /** The link whose form was opened last: it may stay in the snapshot until the main process has heard. */
  readonly taken: number | null;
  readonly draft: KeyDraft;
  readonly username: string;
  readonly onUsername: (username: string) => void;
}

export function useForm(phase: Phase): OpenForm {
  const [form, setForm] = useState<LocalForm | null>(null);
  const [key, setKey] = useState('');
  const [linked, setLinked] = useState<KeyWish | null>(null);
  const [taken, setTaken] = useState<number | null>(null);
  // What was typed as user name, kept on the way between the sign-in form and the others.
  const [typedName, setTypedName] = useState<string | null>(null);
  const show = (wanted: LocalForm | null, wish: KeyWish | null) => {
    setForm(wanted);
    setKey(wish?.key ?? '');
    setLinked(wish);
  };
  if (form !== null && closesForm(form, phase)) show(null, null);
  if (typedName !== null && !allows(phase, 'signIn') && form === null) setTypedName(null);
  return {
    form,
    open: (wanted) => show(wanted, null),
    openWith(wanted, wish) {
      setTaken(wish.id);
      show(wanted, wish);
    },
    close: () => show(null, null),
    taken,
    draft: { text: key, onText: setKey, linked },
    username: typedName ?? ('username' in phase ? phase.username : ''),
    onUsername: setTypedName,
  };
}
