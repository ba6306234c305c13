// The own password, and the dialog that changes it.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { minPersonPasswordLength } from '@latchkey/protocol/limits.ts';
import { useCopy } from '../../copy/language.ts';
import { CodeField } from '../../parts/CodeField.tsx';
import { OwnChangeDialog } from '../../parts/OwnChangeDialog.tsx';
import { PasswordField } from '../sign-in/PasswordField.tsx';

interface PasswordSheetProps {
  readonly hasSecondFactor: boolean;
}

export function PasswordSheet({ hasSecondFactor }: PasswordSheetProps) {
  const { ownAccount } = useCopy();
  const [isOpen, setOpen] = useState(false);
  return (
    <Sheet title={ownAccount.password}>
      <SheetPart>
        <div className="card-part">
          <p className="small">{ownAccount.passwordText}</p>
          <Button kind="outlined" onClick={() => setOpen(true)}>
            {ownAccount.changePassword}
          </Button>
        </div>
      </SheetPart>
      {isOpen && <ChangePassword needsCode={hasSecondFactor} onLeave={() => setOpen(false)} />}
    </Sheet>
  );
}

interface ChangePasswordProps {
  readonly needsCode: boolean;
  readonly onLeave: () => void;
}

function ChangePassword({ needsCode, onLeave }: ChangePasswordProps) {
  const { passwordChange: copy } = useCopy();
  const [password, setPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const isShort = newPassword.length < minPersonPasswordLength;
  const isDifferent = again !== newPassword;
  const isComplete = password !== '' && (!needsCode || code.trim() !== '');
  return (
    <OwnChangeDialog
      type="changepassword"
      parameters={{ password, newPassword, code: needsCode ? code : undefined }}
      title={copy.title}
      text={copy.text}
      submit={copy.submit}
      ready={isComplete && !isShort && !isDifferent}
      onNotReady={() => setTried(true)}
      explain={(failure) => (failure.code === 'wrong-password' ? copy.wrong : undefined)}
      done={() => copy.done}
      onLeave={onLeave}
    >
      <PasswordField
        label={copy.present}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <NewPassword
        value={newPassword}
        again={again}
        error={isTried && isShort ? copy.short : null}
        againError={isTried && isDifferent ? copy.different : null}
        onChange={setNewPassword}
        onChangeAgain={setAgain}
      />
      {needsCode && <CodeField label={copy.code} value={code} onChange={setCode} />}
    </OwnChangeDialog>
  );
}

interface NewPasswordProps {
  readonly value: string;
  readonly again: string;
  readonly error: string | null;
  readonly againError: string | null;
  readonly onChange: (value: string) => void;
  readonly onChangeAgain: (value: string) => void;
}

function NewPassword({ value, again, error, againError, ...changes }: NewPasswordProps) {
  const { passwordChange: copy } = useCopy();
  return (
    <>
      <PasswordField
        label={copy.next}
        hint={copy.hint}
        autoComplete="new-password"
        value={value}
        error={error}
        onChange={changes.onChange}
      />
      <PasswordField
        label={copy.again}
        autoComplete="new-password"
        value={again}
        error={againError}
        onChange={changes.onChangeAgain}
      />
    </>
  );
}
