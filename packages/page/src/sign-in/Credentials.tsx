// Form for name and password, or for a key alone.
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { useCopy } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { PasswordInput } from '../parts/SecretFields.tsx';
import type { CredentialTexts } from './sign-in-request.ts';

interface CredentialsProps {
  readonly credentials: CredentialTexts;
  readonly failure: Failure | null;
  readonly isPending: boolean;
  readonly onChange: (credentials: CredentialTexts) => void;
  readonly onSubmit: () => void;
}

export function Credentials({ credentials, failure, isPending, ...rest }: CredentialsProps) {
  const { signIn } = useCopy();
  const wait = useWait(isPending);
  const { isKey, name, password, key } = credentials;
  const change = (changed: Partial<CredentialTexts>) =>
    rest.onChange({ ...credentials, ...changed });
  return (
    <form
      className="door-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isKey ? key.trim() !== '' : name.trim() !== '' && password !== '') rest.onSubmit();
      }}
    >
      {isKey ? (
        <Field
          label={signIn.key}
          hint={signIn.keyHint}
          className="mono"
          autoComplete="off"
          value={key}
          onChange={(event) => change({ key: event.target.value })}
        />
      ) : (
        <>
          <Field
            label={signIn.name}
            name="username"
            autoComplete="username"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <PasswordInput
            label={signIn.password}
            value={password}
            onChange={(typed) => change({ password: typed })}
          />
        </>
      )}
      <Button kind="filled" submit wait={wait} busyLabel={signIn.busy}>
        {signIn.submit}
      </Button>
      <Button kind="outlined" onClick={() => change({ isKey: !isKey })}>
        {isKey ? signIn.withPassword : signIn.withKey}
      </Button>
      <FailureMessage failure={failure} />
    </form>
  );
}
