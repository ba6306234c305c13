// Form for a one-time code or a recovery code. Six digits submit on their own, once.
import { useEffect, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import type { WaitStage } from '@latchkey/kit/use-wait.ts';
import type { Failure } from '../../client/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useLanguage } from '../../copy/language.ts';
import { useFirstFocus } from '../../parts/use-first-focus.ts';

interface CodeFormProps {
  readonly failure: Failure | null;
  readonly wait: WaitStage;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

export function CodeForm({ failure, wait, onSubmit, onBack }: CodeFormProps) {
  const language = useLanguage();
  const { signIn } = language.copy;
  const [code, setCode] = useState('');
  const field = useFirstFocus();
  useEffect(() => {
    if (failure !== null) field.current?.select();
  }, [failure, field]);
  return (
    <form
      className="door-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() !== '') onSubmit(code);
      }}
    >
      <Field
        label={signIn.code}
        autoComplete="one-time-code"
        className="mono"
        ref={field}
        value={code}
        error={failure === null ? null : failureText(language, failure)}
        wrong={failure !== null}
        onChange={(event) => {
          const typed = event.target.value;
          setCode(typed);
          if (/^\d{6}$/.test(typed.replaceAll(/\s/g, ''))) onSubmit(typed);
        }}
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
