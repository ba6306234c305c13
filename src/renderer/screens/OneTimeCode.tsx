// Form that asks for the one-time code during a sign-in.
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { CodeField } from '../ui/CodeField.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { LostDevice } from '../ui/LostDevice.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { codeFields, useCode } from '../ui/use-code.ts';
import { useFaults } from '../ui/form-faults.tsx';

export function OneTimeCode({ username }: { readonly username: string }) {
  const { bridge } = useParts();
  const input = useCode((code) => bridge.submitCode({ code }));
  const { command, code, slips, submit } = input;
  const { code: copy } = useCopy();
  const faults = useFaults(command.failure, 'code', codeFields, slips);
  return (
    <FormScreen
      title={copy.title}
      lead={<Sentence text={copy.lead} name={username} />}
      faults={faults}
      pending={command.pending}
      label={copy.submit}
      verb={copy.verb}
      until={retryTimeOf(command.failure)}
      submit={() => void submit(code)}
      links={
        <span className="apart">
          <Button kind="quiet" onClick={() => void bridge.goBack({})}>
            {copy.back}
          </Button>
          <LostDevice />
        </span>
      }
    >
      <CodeField input={input} faults={faults} />
    </FormScreen>
  );
}
