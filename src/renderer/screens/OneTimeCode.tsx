// Form that asks for the one-time code during a sign-in.
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { LostAuthenticator } from '../ui/LostAuthenticator.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { codeFields, useCode } from '../ui/use-code.ts';
import { useFormErrors } from '../ui/form-errors.tsx';

export function OneTimeCode({ username }: { readonly username: string }) {
  const { bridge } = useLoaderContext();
  const input = useCode((code) => bridge.submitCode({ code }));
  const { command, code, inputErrors, submit } = input;
  const { code: copy } = useCopy();
  const errors = useFormErrors(command.failure, 'code', codeFields, inputErrors);
  return (
    <FormScreen
      title={copy.title}
      lead={<Sentence text={copy.lead} name={username} />}
      errors={errors}
      pending={command.pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={retryTimeOf(command.failure)}
      submit={() => void submit(code)}
      links={
        <span className="apart">
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {copy.back}
          </Button>
          <LostAuthenticator />
        </span>
      }
    >
      <CodeField input={input} errors={errors} />
    </FormScreen>
  );
}
