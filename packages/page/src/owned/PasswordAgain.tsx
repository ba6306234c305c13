// Asks for the password again, and for a code where it is on. It is a new sign-in of the same user.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { post } from '../client/page.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';

interface PasswordAgainProps {
  readonly onDone: () => void;
  readonly onLeave: () => void;
}

export function PasswordAgain({ onDone, onLeave }: PasswordAgainProps) {
  const { me, asThisUser } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = code.trim() === '' ? {} : { code: code.trim() };
    await asThisUser(post('confirm', { pass, ...given }, me.id));
    onDone();
  });
  // Two-factor sign-in may have been turned on elsewhere since.
  const needsCode = me.hasSecondFactor || failure?.code === 'code-needed';
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
        if (pass !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <PasswordInput
        label={me.isKey ? owned.keyOrPassword : signIn.password}
        value={pass}
        onChange={setPass}
      />
      {needsCode && <CodeInput value={code} onChange={setCode} />}
    </FormDialog>
  );
}
