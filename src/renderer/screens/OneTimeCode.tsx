// Form that asks for the one-time code during a sign-in, or for a recovery code in its place.
import { useState } from 'react';
import type { Phase } from '../../shared/session.ts';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import type { CodeKind } from '../input/code-kinds.ts';
import { CodeField } from '../ui/CodeField.tsx';
import { CodeSwitch } from '../ui/CodeSwitch.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { LostAuthenticator } from '../ui/LostAuthenticator.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { codeFields, useCode } from '../ui/use-code.ts';
import { useFormErrors } from '../ui/form-errors.tsx';

export interface OneTimeCodeProps {
  readonly phase: Extract<Phase, { readonly kind: 'code-needed' }>;
}

export function OneTimeCode({ phase }: OneTimeCodeProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  // A React key for each kind: a changed kind starts empty, without errors, and with the focus.
  const recovery = phase.recovery === true;
  return <CodeStep key={kind} username={phase.username} {...{ kind, recovery }} choose={setKind} />;
}

interface CodeStepProps {
  readonly username: string;
  readonly kind: CodeKind;
  /** Whether a recovery code works too. */
  readonly recovery: boolean;
  readonly choose: (kind: CodeKind) => void;
}

function CodeStep({ username, kind, recovery, choose }: CodeStepProps) {
  const { bridge } = useLoaderContext();
  const input = useCode('code', kind, (code) => bridge.submitCode({ code }));
  const { command, code, inputErrors, submit } = input;
  const copies = useCopy();
  const copy = kind === 'app' ? copies.code : copies.recoveryCode;
  const errors = useFormErrors(command.failure, 'code', codeFields, inputErrors);
  return (
    <FormScreen
      title={copy.title}
      lead={<Sentence text={copy.lead} name={username} />}
      errors={errors}
      pending={command.pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={command.until}
      submit={() => void submit(code)}
      {...(kind === 'recovery' && { leave: () => choose('app') })}
      links={
        <span className="apart">
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {copy.back}
          </Button>
          {recovery && <CodeSwitch kind={kind} choose={choose} />}
          {(!recovery || kind === 'recovery') && <LostAuthenticator />}
        </span>
      }
    >
      <CodeField input={input} errors={errors} />
    </FormScreen>
  );
}
