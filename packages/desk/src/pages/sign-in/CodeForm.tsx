// Form for a one-time code or a recovery code. Six digits submit on their own, once.
import { useEffect, useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import type { WaitStage } from '@latchkey/kit/use-wait.ts';
import type { Failure } from '@latchkey/web/failure.ts';
import { failureText } from '../../client/failure-text.ts';
import { useLanguage } from '../../copy/language.ts';
import { CodeField } from '../../parts/CodeField.tsx';
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
      <CodeField
        label={signIn.code}
        ref={field}
        value={code}
        error={failure === null ? null : failureText(language, failure)}
        onChange={(typed) => {
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
