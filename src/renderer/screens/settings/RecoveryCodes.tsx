// Shows new recovery codes once, to copy, save or print, and confirms that the user has them.
import { useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import type { RecoveryCodes as Codes } from '../../../shared/recovery-codes.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useEscape } from '@latchkey/kit/use-escape.ts';
import { BackArrow } from '../../ui/BackArrow.tsx';
import { CodeField } from '../../ui/CodeField.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { useArrivalFocus } from '../../ui/use-arrival-focus.ts';
import { codeFields, useCode } from '../../ui/use-code.ts';
import { useFormErrors } from '../../ui/form-errors.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { CodesSheet } from './CodesSheet.tsx';
import type { RecoveryOutcome } from './security-outcome.ts';

export interface RecoveryCodesProps {
  readonly account: Account;
  readonly codes: Codes;
  readonly after: 'turn-on' | 'new-codes';
  readonly leave: (end: RecoveryOutcome) => void;
}

/** The numbers of the last two steps. */
const steps = {
  'turn-on': { show: '3', confirm: '4', all: '4' },
  'new-codes': { show: '2', confirm: '3', all: '3' },
} as const;

export function RecoveryCodes({ account, codes, after, leave }: RecoveryCodesProps) {
  const { step } = useCopy().twoFactor;
  const [isConfirming, setIsConfirming] = useState(false);
  const { show, confirm, all } = steps[after];
  // Confirming replaces old codes, and leaving keeps them. Read first, because confirming changes it.
  const [hadCodes] = useState((account.recoveryCodes ?? 0) > 0);
  const confirmed = hadCodes ? 'confirmed' : 'confirmed-first';
  const left = hadCodes ? 'left' : 'left-without';
  return isConfirming ? (
    <Confirm
      above={fill(step, { step: confirm, all })}
      back={() => setIsConfirming(false)}
      confirmed={() => leave(after === 'turn-on' ? 'turned-on' : confirmed)}
    />
  ) : (
    <Show
      above={fill(step, { step: show, all })}
      username={account.username}
      codes={codes}
      back={() => leave(after === 'turn-on' ? 'turned-on-without' : left)}
      next={() => setIsConfirming(true)}
    />
  );
}

interface ShowProps {
  readonly above: string;
  readonly username: string;
  readonly codes: Codes;
  readonly back: () => void;
  readonly next: () => void;
}

function Show({ above, username, codes, back, next }: ShowProps) {
  const copy = useCopy().recoveryCodes;
  const title = useArrivalFocus<HTMLHeadingElement>();
  useTitle(copy.saveTitle);
  useEscape(true, back);
  return (
    <section className="column form appear">
      <BackArrow back={back} />
      <div className="head-of-form">
        <p className="small">{above}</p>
        <h1 ref={title} tabIndex={-1}>
          {copy.saveTitle}
        </h1>
        <p className="lead">{copy.saveLead}</p>
      </div>
      <CodesSheet username={username} codes={codes} />
      <div className="next-step">
        <Button kind="filled" onClick={next}>
          {copy.next}
        </Button>
      </div>
    </section>
  );
}

interface ConfirmProps {
  readonly above: string;
  readonly back: () => void;
  readonly confirmed: () => void;
}

function Confirm({ above, back, confirmed }: ConfirmProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().recoveryCodes;
  const input = useCode(
    'confirm-codes',
    'recovery',
    (code) => bridge.confirmRecoveryCodes({ code }),
    (answer) => {
      if (answer.ok) confirmed();
    },
  );
  const { command, code, inputErrors, submit } = input;
  const errors = useFormErrors(command.failure, 'confirm-codes', codeFields, inputErrors);
  return (
    <FormScreen
      title={copy.confirmTitle}
      above={above}
      lead={copy.confirmLead}
      errors={errors}
      pending={command.pending}
      label={copy.confirm}
      busyLabel={copy.confirming}
      until={command.until}
      submit={() => void submit(code)}
      leave={back}
      backAtTop
      links={null}
    >
      <CodeField input={input} errors={errors} />
    </FormScreen>
  );
}
