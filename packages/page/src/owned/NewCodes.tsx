// Dialog that makes new recovery codes. It always asks for the password and a code.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';
import { codesOf } from './ScanDialog.tsx';

interface NewCodesProps {
  readonly onDone: (codes: readonly string[]) => void;
  readonly onLeave: () => void;
}

export function NewCodes({ onDone, onLeave }: NewCodesProps) {
  const { me, ask } = useSession();
  const language = useLanguage();
  const { security, owned, signIn } = language.copy;
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = { pass, code: code.trim() };
    onDone(codesOf(await send((challenge) => ask('newrecoverycodes', { ...given, challenge }))));
  });
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    renew();
  };
  return (
    <FormDialog
      title={security.newCodes}
      text={security.newCodesText}
      submitLabel={signIn.continue}
      cancelLabel={signIn.cancel}
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
