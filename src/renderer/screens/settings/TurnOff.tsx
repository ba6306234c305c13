// Form to turn two-factor sign-in off with a one-time code or a recovery code.
import { useState } from 'react';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import type { CodeKind } from '../../input/code-kinds.ts';
import { CodeField } from '../../ui/CodeField.tsx';
import { CodeSwitch } from '../../ui/CodeSwitch.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { LostAuthenticator } from '../../ui/LostAuthenticator.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { codeFields, useCode } from '../../ui/use-code.ts';
import { useFormErrors } from '../../ui/form-errors.tsx';
import type { Failure } from '../../../shared/failure.ts';
import type { Account } from '../../../shared/session.ts';
import { isOutcomeUnknown, type TwoFactorOutcome } from './security-outcome.ts';

export interface TurnOffProps {
  readonly account: Account;
  readonly leave: (outcome: TwoFactorOutcome | null) => void;
}

export function TurnOff(props: TurnOffProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const [outcomeUnknown, setOutcomeUnknown] = useState(false);
  const back = () => props.leave(outcomeUnknown ? 'unsure' : null);
  const onRefused = (failure: Failure) => setOutcomeUnknown(isOutcomeUnknown(failure));
  // A React key for each kind: a changed kind starts empty, without errors, and with the focus.
  return <TurnOffWith key={kind} {...{ ...props, kind, back, onRefused }} choose={setKind} />;
}

interface TurnOffWithProps extends TurnOffProps {
  readonly kind: CodeKind;
  readonly choose: (kind: CodeKind) => void;
  readonly back: () => void;
  readonly onRefused: (failure: Failure) => void;
}

function TurnOffWith({ account, leave, kind, choose, back, onRefused }: TurnOffWithProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().twoFactor;
  const input = useCode(
    'two-factor',
    kind,
    (code) => bridge.turnOffTwoFactor({ code }),
    (answer) => {
      if (answer.ok) leave('off');
      else onRefused(answer.failure);
    },
  );
  const { command, code, inputErrors, submit } = input;
  const errors = useFormErrors(command.failure, 'two-factor', codeFields, inputErrors);
  return (
    <FormScreen
      title={copy.turnOff}
      lead={<Lead account={account} kind={kind} />}
      errors={errors}
      pending={command.pending}
      danger
      label={copy.off}
      busyLabel={copy.turningOff}
      until={command.until}
      submit={() => void submit(code)}
      leave={back}
      backAtTop
      links={
        (account.recoveryCodes ?? 0) > 0 ? (
          <CodeSwitch kind={kind} choose={choose} />
        ) : (
          <LostAuthenticator />
        )
      }
    >
      <CodeField input={input} errors={errors} />
    </FormScreen>
  );
}

function Lead({ account, kind }: Pick<TurnOffWithProps, 'account' | 'kind'>) {
  const { offLead, offLeadByKey, offLeadRecovery, offLeadRecoveryByKey } = useCopy().twoFactor;
  const isApp = kind === 'app';
  if (account.byKey === true) return isApp ? offLeadByKey : offLeadRecoveryByKey;
  return <Sentence text={isApp ? offLead : offLeadRecovery} name={account.username} />;
}
