// Form to change the password, with a code where two-factor sign-in is on.
// SECURITY: the passwords are only in their input elements, never in React's state.
import { useRef, useState } from 'react';
import { fieldRule } from '../../../copy/field-rules.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useLimitedCommand } from '../../bridge/use-limited-command.ts';
import { isValidPassword } from '../../input/field-rules.ts';
import { CodeTextField } from '../../ui/CodeField.tsx';
import { CodeSwitch } from '../../ui/CodeSwitch.tsx';
import { FormScreen } from '../../ui/FormScreen.tsx';
import { type FieldName, type InputErrors, useFormErrors } from '../../ui/form-errors.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { NewPassword } from '../../ui/NewPassword.tsx';
import { PasswordField, takePassword } from '../../ui/PasswordField.tsx';
import { useCodeText, type CodeText } from '../../ui/use-code-text.ts';

export interface ChangePasswordProps {
  readonly account: Account;
  readonly leave: (isChanged: boolean) => void;
}

const passwordFields: readonly FieldName[] = ['password', 'newPassword'];
const allFields: readonly FieldName[] = [...passwordFields, 'code'];

/** `code`: null if the form has no such field. Returns only the first error. */
function validate(current: string, next: string, code: CodeText | null): InputErrors | null {
  if (current === '') return { password: (copy) => copy.changePassword.currentMissing };
  if (!isValidPassword(current)) return { password: (copy) => fieldRule(copy, 'password') };
  if (next === '') return { newPassword: (copy) => copy.changePassword.newMissing };
  if (!isValidPassword(next)) return { newPassword: (copy) => fieldRule(copy, 'newPassword') };
  if (next === current) return { newPassword: (copy) => copy.changePassword.same };
  return code === null || code.read() !== null ? null : { code: code.error };
}

function useChangePassword({ account, leave }: ChangePasswordProps) {
  const { bridge } = useLoaderContext();
  const command = useLimitedCommand<null>('change-password');
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  // Two-factor sign-in may have been turned on elsewhere.
  const [isCodeAsked, setIsCodeAsked] = useState(account.twoFactor === true);
  const code = useCodeText();
  const inputs = {
    password: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
    code: code.field,
  };
  const focusOn = (field: keyof typeof inputs) => inputs[field].current?.focus();
  const fail = ({ code: failureCode }: Failure) => {
    code.clear();
    if (failureCode === 'code-needed') setIsCodeAsked(true);
    // The current password was sent, so its field is empty now.
    focusOn(failureCode === 'password-guessable' ? 'newPassword' : 'password');
  };
  const submit = async () => {
    const next = inputs.newPassword.current?.value ?? '';
    const current = inputs.password.current?.value ?? '';
    const foundErrors = validate(current, next, isCodeAsked ? code : null);
    setInputErrors(foundErrors);
    if (foundErrors !== null) {
      const wrong = (['password', 'newPassword', 'code'] as const).find(
        (field) => foundErrors[field] !== undefined,
      );
      focusOn(wrong ?? 'password');
      return;
    }
    const password = takePassword(inputs.password);
    const answer = await command.run(() =>
      bridge.changePassword({
        password,
        newPassword: next,
        code: isCodeAsked ? code.read() : null,
      }),
    );
    if (answer?.ok === true) leave(true);
    else if (answer !== null) fail(answer.failure);
  };
  const fields = isCodeAsked ? allFields : passwordFields;
  const errors = useFormErrors(command.failure, 'change-password', fields, inputErrors);
  const clearInputErrors = () => setInputErrors(null);
  return { command, errors, inputs, isCodeAsked, code, clearInputErrors, submit };
}

export function ChangePassword(props: ChangePasswordProps) {
  const { changePassword: copy, links } = useCopy();
  const { forgot } = useLoaderContext().info.links;
  const form = useChangePassword(props);
  const { command, errors, inputs, isCodeAsked, code, clearInputErrors } = form;
  const { pending } = command;
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead}
      errors={errors}
      pending={pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={command.until}
      submit={() => void form.submit()}
      leave={() => props.leave(false)}
      backAtTop
      links={
        <span className="apart">
          {isCodeAsked && (props.account.recoveryCodes ?? 0) > 0 && (
            <CodeSwitch kind={code.kind} choose={code.choose} />
          )}
          {forgot !== undefined && <LinkButton name="forgot" kind="quiet" label={links.forgot} />}
        </span>
      }
    >
      <PasswordField
        input={inputs.password}
        label={copy.current}
        inFlight={pending}
        {...errors.of('password')}
        onEdit={clearInputErrors}
      />
      <NewPassword
        input={inputs.newPassword}
        label={copy.new}
        username={props.account.username}
        fieldError={errors.of('newPassword')}
        inFlight={pending}
        onEdit={clearInputErrors}
      />
      {isCodeAsked && (
        <CodeTextField code={code} errors={errors} inFlight={pending} onEdit={clearInputErrors} />
      )}
    </FormScreen>
  );
}
