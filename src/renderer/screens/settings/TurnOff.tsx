// Form to turn two-factor sign-in off with a one-time code.
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { CodeField } from '../../ui/CodeField.tsx';
import { FormScreen, retryTimeOf } from '../../ui/FormScreen.tsx';
import { LostAuthenticator } from '../../ui/LostAuthenticator.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { codeFields, useCode } from '../../ui/use-code.ts';
import { useFormErrors } from '../../ui/form-errors.tsx';
import type { Account } from '../../../shared/session.ts';
import { isOutcomeUnknown, type TwoFactorOutcome } from './two-factor-outcome.ts';

export interface TurnOffProps {
  readonly account: Account;
  readonly leave: (outcome: TwoFactorOutcome | null) => void;
}

export function TurnOff({ account, leave }: TurnOffProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().twoFactor;
  const input = useCode(
    (code) => bridge.turnOffTwoFactor({ code }),
    (answer) => {
      if (answer.ok) leave('off');
    },
  );
  const { command, code, inputErrors, submit } = input;
  const errors = useFormErrors(command.failure, 'two-factor', codeFields, inputErrors);
  const back = () => leave(isOutcomeUnknown(command.failure) ? 'unsure' : null);
  return (
    <FormScreen
      title={copy.turnOff}
      lead={
        account.byKey === true ? (
          copy.offLeadByKey
        ) : (
          <Sentence text={copy.offLead} name={account.username} />
        )
      }
      errors={errors}
      pending={command.pending}
      label={copy.off}
      busyLabel={copy.turningOff}
      until={retryTimeOf(command.failure)}
      submit={() => void submit(code)}
      leave={back}
      backAtTop
      links={<LostAuthenticator />}
    >
      <CodeField input={input} errors={errors} />
    </FormScreen>
  );
}
