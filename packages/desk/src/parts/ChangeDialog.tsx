// A change of the seller API in a dialog: fields, what it does in words, and its failure. The dialog
// closes after a success, which is announced.
import type { ReactNode } from 'react';
import type { SellerType } from '@latchkey/protocol/seller-api.ts';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureOf } from '../client/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useChange, type AnswerTo, type ParametersOf } from '../client/seller.ts';
import { useLanguage } from '../copy/language.ts';
import { useAnnounce } from './Announcements.tsx';

interface ChangeDialogProps<Type extends SellerType> {
  readonly type: Type;
  readonly parameters: ParametersOf<Type>;
  readonly title: string;
  /** What the change does. */
  readonly text: string;
  /** The verb of the button. */
  readonly submit: string;
  /** The button removes something. */
  readonly danger?: boolean;
  /** False while a required field is empty or wrong; submitting then does nothing. */
  readonly ready?: boolean;
  /** The sentence after a success, or null if `onDone` shows the result. */
  readonly done: ((answer: AnswerTo<Type>) => string) | null;
  readonly onDone?: (answer: AnswerTo<Type>) => void;
  readonly onLeave: () => void;
  /** Fields or facts. */
  readonly children?: ReactNode;
}

export function ChangeDialog<Type extends SellerType>(props: ChangeDialogProps<Type>) {
  const { type, parameters, done, onDone, onLeave, submit, ready = true, ...shown } = props;
  const language = useLanguage();
  const announce = useAnnounce();
  const change = useChange(type);
  const failure = change.error === null ? null : failureOf(change.error);
  const send = async () => {
    if (change.isPending || !ready) return;
    const answer = await change.mutateAsync(parameters).catch(() => null);
    if (answer === null) return;
    if (done !== null) announce(done(answer));
    onLeave();
    onDone?.(answer);
  };
  return (
    <FormDialog
      {...shown}
      submitLabel={submit}
      cancelLabel={language.copy.frame.cancel}
      pending={change.isPending}
      error={
        failure === null || failure.code === 'cancelled' ? null : failureText(language, failure)
      }
      onSubmit={() => void send()}
      onLeave={onLeave}
    />
  );
}
