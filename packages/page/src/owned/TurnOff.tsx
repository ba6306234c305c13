// Dialog that turns two-factor sign-in off. It always asks for the password and a code.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';

export function TurnOff({ onLeave }: { readonly onLeave: () => void }) {
  const { me, ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { security, owned, signIn } = language.copy;
  const [pass, setPass] = useState('');
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = { pass, code: code.trim() };
    await send((challenge) => ask('2fadisable', { ...given, challenge }));
    await refresh();
    notify(security.isOff);
    onLeave();
  });
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    renew();
  };
  return (
    <FormDialog
      title={security.turnOffTitle}
      text={me.isKey ? security.turnOffByKey : security.turnOffText}
      submitLabel={security.turnOff}
      cancelLabel={signIn.cancel}
      danger
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
