// Form to turn two-factor sign-in off with a one-time code.
import { useCopy, useParts } from '../../bridge/loader-context.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { FormScreen, retryTimeOf } from '../../ui/FormScreen.tsx';
import { LostDevice } from '../../ui/LostDevice.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { codeFields, useCode } from '../../ui/use-code.ts';
import { useFaults } from '../../ui/form-faults.tsx';
import { isUnsure, type TwoFactorEnd } from './two-factor-end.ts';

export interface TurnOffProps {
  readonly username: string;
  readonly leave: (end: TwoFactorEnd | null) => void;
}

export function TurnOff({ username, leave }: TurnOffProps) {
  const { bridge } = useParts();
  const copy = useCopy().twoFactor;
  const input = useCode(
    (code) => bridge.turnOffTwoFactor({ code }),
    (answer) => {
      if (answer.ok) leave('off');
    },
  );
  const { command, code, slips, submit } = input;
  const faults = useFaults(command.failure, 'two-factor', codeFields, slips);
  const back = () => leave(isUnsure(command.failure) ? 'unsure' : null);
  return (
    <FormScreen
      title={copy.turnOff}
      lead={<Sentence text={copy.offLead} name={username} />}
      faults={faults}
      pending={command.pending}
      label={copy.off}
      verb={copy.turningOff}
      until={retryTimeOf(command.failure)}
      submit={() => void submit(code)}
      leave={back}
      links={
        <span className="apart">
          <BackLink back={back} />
          <LostDevice />
        </span>
      }
    >
      <CodeField input={input} faults={faults} />
    </FormScreen>
  );
}
