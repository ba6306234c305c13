// The sentences of a change of one user, for its dialog.
import type { ChangeName } from '../../../copy/en/user-changes.ts';
import { useCopy } from '../../../copy/language.ts';

/** `about` is the name in the sentences. */
export function useWords(change: ChangeName, about: string) {
  const { title, text, submit, done } = useCopy().userChanges[change];
  return { title: title(about), text, submit, done: () => done(about) };
}
