// A change in a dialog: fields, what it does in words, and its failure. The dialog closes after a
// success, which is announced.
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureOf, type Failure } from '@latchkey/web/failure.ts';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';
import { useAnnounce } from './Announcements.tsx';
import { useFilledDialog } from './use-filled-dialog.ts';

export interface RequestDialogProps<Answer> {
  readonly title: string;
  /** What the change does. */
  readonly text: string;
  /** The verb of the button. */
  readonly submit: string;
  /** The button removes something. */
  readonly danger?: boolean;
  /** False while a required field is empty or wrong. Submitting then only calls `onNotReady`. */
  readonly ready?: boolean;
  readonly onNotReady?: () => void;
  /** The sentence after a success, or an empty text if `onDone` shows the result. */
  readonly done: (answer: Answer) => string;
  readonly onDone?: (answer: Answer) => void;
  readonly onLeave: () => void;
  /** Replaces the usual sentence about a failure. */
  readonly explain?: (failure: Failure) => string | undefined;
  /** Fields or facts. */
  readonly children?: ReactNode;
}

interface Change<Answer, Parameters> extends RequestDialogProps<Answer> {
  readonly change: UseMutationResult<Answer, Error, Parameters>;
  readonly parameters: Parameters;
}

export function RequestDialog<Answer, Parameters>(props: Change<Answer, Parameters>) {
  const { change, parameters, done, onDone, onNotReady, explain, ...dialog } = props;
  const { submit, ready = true, ...shown } = dialog;
  const language = useLanguage();
  const announce = useAnnounce();
  const filled = useFilledDialog(shown.onLeave);
  const failure = change.error === null ? null : failureOf(change.error);
  const send = async () => {
    if (change.isPending) return;
    if (!ready) {
      onNotReady?.();
      return;
    }
    const answer = await change.mutateAsync(parameters).catch(() => null);
    if (answer === null) return;
    const said = done(answer);
    if (said !== '') announce(said);
    shown.onLeave();
    onDone?.(answer);
  };
  return (
    <FormDialog
      {...shown}
      {...filled}
      submitLabel={submit}
      cancelLabel={language.copy.frame.cancel}
      pending={change.isPending}
      error={
        failure === null || failure.code === 'cancelled'
          ? null
          : (explain?.(failure) ?? failureText(language, failure))
      }
      onSubmit={() => void send()}
    />
  );
}
