// Changes the password, where the seller allows it.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';
import { CodeInput, PasswordInput } from '../parts/SecretFields.tsx';

export function Account() {
  const { me } = useSession();
  const { owned } = useLanguage().copy;
  const [isChanging, setChanging] = useState(false);
  if (!me.canChangePassword) return null;
  return (
    <Sheet title={owned.account} below={<p className="small">{owned.accountText}</p>}>
      <SheetPart>
        <div className="row-tools">
          <Button kind="quiet" onClick={() => setChanging(true)}>
            {owned.changePassword}
          </Button>
        </div>
      </SheetPart>
      {isChanging && <ChangePassword onLeave={() => setChanging(false)} />}
    </Sheet>
  );
}

function ChangePassword({ onLeave }: { readonly onLeave: () => void }) {
  const { me, ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const [pass, setPass] = useState('');
  const [newpass, setNewpass] = useState('');
  const [code, setCode] = useState('');
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    const given = me.hasSecondFactor ? { code: code.trim() } : {};
    await send((challenge) => ask('changepassword', { pass, newpass, challenge, ...given }));
    await refresh();
    notify(owned.passwordChanged);
    onLeave();
  });
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    renew();
  };
  return (
    <FormDialog
      title={owned.changePassword}
      submitLabel={owned.changePassword}
      cancelLabel={signIn.cancel}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (pass !== '' && newpass !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <PasswordInput label={owned.currentPassword} value={pass} onChange={typed(setPass)} />
      <PasswordInput label={owned.newPassword} isNew value={newpass} onChange={typed(setNewpass)} />
      {me.hasSecondFactor && <CodeInput value={code} onChange={typed(setCode)} />}
    </FormDialog>
  );
}
