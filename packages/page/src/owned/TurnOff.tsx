// Dialog that turns two-factor sign-in off.
import { useState } from 'react';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput } from '../parts/SecretFields.tsx';

export function TurnOff({ onLeave }: { readonly onLeave: () => void }) {
  const { me, ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { security, signIn } = language.copy;
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    await send((challenge) => ask('2fadisable', { code: code.trim(), challenge }));
    await refresh();
    notify(security.isOff);
    onLeave();
  });
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
        if (code.trim() !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <CodeInput
        label={security.appCode}
        value={code}
        onChange={(text) => {
          setCode(text);
          renew();
        }}
      />
    </FormDialog>
  );
}
