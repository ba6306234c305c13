// Form for owner id, name and password.
import { useState, type RefObject } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { WaitStage } from '@latchkey/kit/use-wait.ts';
import type { Failure } from '@latchkey/web/failure.ts';
import { useCopy } from '../../copy/language.ts';
import { FailureMessage } from '../../parts/FailureMessage.tsx';
import { useFirstFocus } from '../../parts/use-first-focus.ts';
import { PasswordField } from './PasswordField.tsx';

export interface Credentials {
  readonly ownerid: string;
  readonly name: string;
  readonly password: string;
}

interface CredentialsFormProps {
  readonly credentials: Credentials;
  readonly wait: WaitStage;
  readonly failure: Failure | null;
  readonly passwordField: RefObject<HTMLInputElement | null>;
  readonly onChange: (credentials: Credentials) => void;
  readonly onSubmit: () => void;
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { credentials, wait, failure, passwordField, onChange, onSubmit } = props;
  const { signIn, frame } = useCopy();
  const { ownerid, name, password } = credentials;
  const change = (changed: Partial<Credentials>) => onChange({ ...credentials, ...changed });
  const first = useFirstFocus();
  // A remembered owner id needs no typing.
  const [startsWithName] = useState(ownerid !== '');
  return (
    <form
      className="door-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (ownerid !== '' && name !== '' && password !== '') onSubmit();
      }}
    >
      <Field
        label={signIn.ownerid}
        hint={signIn.owneridHint}
        name="organization"
        autoComplete="organization"
        className="mono"
        {...(startsWithName ? {} : { ref: first })}
        value={ownerid}
        onChange={(event) => change({ ownerid: event.target.value })}
      />
      <Field
        label={signIn.name}
        name="username"
        autoComplete="username"
        {...(startsWithName ? { ref: first } : {})}
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <PasswordField
        label={frame.password}
        autoComplete="current-password"
        ref={passwordField}
        value={password}
        onChange={(typed) => change({ password: typed })}
      />
      <Button kind="filled" submit wait={wait} busyLabel={signIn.busy}>
        {signIn.submit}
      </Button>
      {failure !== null && <FailureMessage failure={failure} />}
    </form>
  );
}
