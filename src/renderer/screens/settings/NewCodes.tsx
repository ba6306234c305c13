// Form that verifies the user by password and code before new recovery codes are made.
// SECURITY: the password is only in its input element, never in React's state.
import { useRef, useState } from 'react';
import { fill } from '../../../copy/sentences.ts';
import { fieldRule } from '../../../copy/field-rules.ts';
import type { RecoveryCodes } from '../../../shared/recovery-codes.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useLimitedCommand } from '../../bridge/use-limited-command.ts';
import { isValidPassword } from '../../input/field-rules.ts';
import { CodeTextField } from '../../ui/CodeField.tsx';
import { CodeSwitch } from '../../ui/CodeSwitch.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { type FieldName, type InputErrors, useFormErrors } from '../../ui/form-errors.tsx';
import { PasswordField, takePassword } from '../../ui/PasswordField.tsx';
import { useCodeText, type CodeText } from '../../ui/use-code-text.ts';

export interface NewCodesProps {
  readonly account: Account;
  readonly showCodes: (codes: RecoveryCodes) => void;
  readonly leave: () => void;
}

const fields: readonly FieldName[] = ['password', 'code'];
const fieldsByKey: readonly FieldName[] = ['code'];

/** `password`: null if the form has no such field. Returns only the first error. */
function validate(password: string | null, code: CodeText): InputErrors | null {
  if (password === '') return { password: (copy) => copy.changePassword.currentMissing };
  if (password !== null && !isValidPassword(password))
    return { password: (copy) => fieldRule(copy, 'password') };
  return code.read() === null ? { code: code.error } : null;
}

function useNewCodes({ account, showCodes }: NewCodesProps) {
  const { bridge } = useLoaderContext();
  const command = useLimitedCommand<RecoveryCodes>('new-codes');
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const code = useCodeText();
  const hasPassword = account.byKey !== true;
  const focusFirst = () => (hasPassword ? input : code.field).current?.focus();
  const submit = async () => {
    const typed = hasPassword ? (input.current?.value ?? '') : null;
    const foundErrors = validate(typed, code);
    setInputErrors(foundErrors);
    const read = code.read();
    if (foundErrors !== null || read === null) {
      if (foundErrors?.code === undefined) focusFirst();
      else code.field.current?.focus();
      return;
    }
    const password = hasPassword ? takePassword(input) : null;
    const answer = await command.run(() => bridge.offerRecoveryCodes({ password, code: read }));
    if (answer === null) return;
    code.clear();
    if (answer.ok) showCodes(answer.value);
    // The password was sent, so its field is empty now.
    else focusFirst();
  };
  const errors = useFormErrors(
    command.failure,
    'new-codes',
    hasPassword ? fields : fieldsByKey,
    inputErrors,
  );
  return { command, errors, input, code, hasPassword, setInputErrors, submit };
}

export function NewCodes(props: NewCodesProps) {
  const { recoveryCodes: copy, twoFactor, changePassword } = useCopy();
  const { command, errors, input, code, hasPassword, ...form } = useNewCodes(props);
  const { pending } = command;
  const clearInputErrors = () => form.setInputErrors(null);
  const hasCodes = (props.account.recoveryCodes ?? 0) > 0;
  return (
    <FormScreen
      title={copy.makeTitle}
      above={fill(twoFactor.step, { step: '1', all: '3' })}
      lead={hasCodes ? copy.replaces : copy.first}
      errors={errors}
      pending={pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={command.until}
      submit={() => void form.submit()}
      leave={props.leave}
      backAtTop
      links={hasCodes && <CodeSwitch kind={code.kind} choose={code.choose} />}
    >
      {hasPassword && (
        <PasswordField
          input={input}
          label={changePassword.current}
          inFlight={pending}
          {...errors.of('password')}
          onEdit={clearInputErrors}
        />
      )}
      <CodeTextField code={code} errors={errors} inFlight={pending} onEdit={clearInputErrors} />
    </FormScreen>
  );
}
