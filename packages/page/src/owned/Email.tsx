// The e-mail of the account, and its change: a code in a mail proves the new one.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Chip } from '@latchkey/kit/Chip.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput } from '../parts/SecretFields.tsx';

export function Email() {
  const { email } = useSession().me;
  const { security } = useLanguage().copy;
  const [isChanging, setChanging] = useState(false);
  if (email === undefined) return null;
  const { shown, state } = email;
  const hidden = state === 'none' ? security.emailNone : security.emailHidden;
  return (
    <Sheet
      title={security.email}
      {...(state !== 'none' && {
        mark: (
          <Chip tone={state === 'confirmed' ? 'good' : 'warning'}>
            {security.emailStates[state]}
          </Chip>
        ),
      })}
      below={<p className="small">{shown === '' ? hidden : <bdi>{shown}</bdi>}</p>}
    >
      <SheetPart>
        <div className="row-tools">
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {state === 'none' ? security.addEmail : security.changeEmail}
          </Button>
        </div>
      </SheetPart>
      {isChanging && <ChangeEmail onLeave={() => setChanging(false)} />}
    </Sheet>
  );
}

function ChangeEmail({ onLeave }: { readonly onLeave: () => void }) {
  const { ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { security, signIn } = language.copy;
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [code, setCode] = useState('');
  const { isPending, failure, run } = useAction<null>(async () => {
    if (sentTo === null) {
      await ask('changeemail', { email: email.trim() });
      setSentTo(email.trim());
      return;
    }
    await ask('confirmemail', { email: sentTo, code: code.trim() });
    await refresh();
    notify(security.emailChanged);
    onLeave();
  });
  const isSent = sentTo !== null;
  return (
    <FormDialog
      title={isSent ? security.codeSentTitle : security.changeEmail}
      {...(isSent && { text: security.codeSent(sentTo) })}
      submitLabel={isSent ? security.confirm : security.sendCode}
      cancelLabel={signIn.cancel}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if ((isSent ? code : email).trim() !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      {isSent ? (
        <CodeInput label={security.mailCode} isFirst value={code} onChange={setCode} />
      ) : (
        <Field
          label={security.newEmail}
          type="email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
