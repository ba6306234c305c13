// Dialog of a change that always asks for the password and a code.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';

interface ProofDialogProps {
  readonly operation: '2fadisable' | 'newrecoverycodes';
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly onDone: (answer: Readonly<Record<string, unknown>>) => void | Promise<void>;
  readonly onLeave: () => void;
}

export function ProofDialog(props: ProofDialogProps) {
  const { operation, title, text, submit, danger, onDone, onLeave } = props;
  const { me, ask } = useSession();
  const language = useLanguage();
  const { security, owned, signIn } = language.copy;
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = { pass, code: code.trim() };
    await onDone(await send((challenge) => ask(operation, { ...given, challenge })));
  });
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    renew();
  };
  return (
    <FormDialog
      title={title}
      text={text}
      submitLabel={submit}
      cancelLabel={signIn.cancel}
      danger={danger === true}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (pass !== '' && code.trim() !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <PasswordInput
        label={me.isKey ? owned.keyOrPassword : signIn.password}
        value={pass}
        onChange={typed(setPass)}
      />
      <CodeInput label={security.appCode} value={code} onChange={typed(setCode)} />
    </FormDialog>
  );
}
