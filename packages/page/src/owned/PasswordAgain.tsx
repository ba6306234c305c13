// Asks for the password again, and for a code where it is on. It is a new sign-in of the same user.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { post } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';
import { emptyCredentials, signInRequest } from '../sign-in/sign-in-request.ts';

interface PasswordAgainProps {
  readonly onDone: () => Promise<void>;
  readonly onLeave: () => void;
}

export function PasswordAgain({ onDone, onLeave }: PasswordAgainProps) {
  const { me } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const [secret, setSecret] = useState('');
  const [code, setCode] = useState('');
  const { isPending, failure, run } = useAction<null>(async () => {
    const who = me.isKey ? { isKey: true, key: secret } : { name: me.name, password: secret };
    const { operation, parameters } = signInRequest({ ...emptyCredentials, ...who }, code.trim());
    await post(operation, parameters);
    await onDone();
  });
  return (
    <FormDialog
      title={me.isKey ? owned.againKey : owned.again}
      text={owned.againText}
      submitLabel={owned.againSubmit}
      busyLabel={signIn.busy}
      cancelLabel={signIn.cancel}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (secret !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <PasswordInput
        label={me.isKey ? signIn.key : signIn.password}
        value={secret}
        onChange={setSecret}
      />
      {me.hasSecondFactor && <CodeInput value={code} onChange={setCode} />}
    </FormDialog>
  );
}
