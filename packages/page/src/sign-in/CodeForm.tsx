// Form for a one-time code or a recovery code.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { Failure } from '@latchkey/web/failure.ts';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureText } from '../client/failure-text.ts';
import { useLanguage } from '../copy/language.ts';
import { focusFirst } from '../parts/focus-first.ts';

interface CodeFormProps {
  readonly isPending: boolean;
  readonly failure: Failure | null;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

export function CodeForm({ isPending, failure, onSubmit, onBack }: CodeFormProps) {
  const language = useLanguage();
  const { signIn } = language.copy;
  const [code, setCode] = useState('');
  const wait = useWait(isPending);
  return (
    <form
      className="door-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onSubmit(code.trim());
      }}
    >
      <Field
        label={signIn.code}
        className="mono"
        autoComplete="one-time-code"
        value={code}
        error={failure === null ? null : failureText(language, failure)}
        wrong={failure !== null}
        ref={focusFirst}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button kind="filled" submit wait={wait} busyLabel={signIn.busy}>
        {signIn.continue}
      </Button>
      <Button kind="outlined" onClick={onBack}>
        {signIn.back}
      </Button>
    </form>
  );
}
