// Form to change the password, with a one-time code where two-factor sign-in is on.
// SECURITY: the passwords are only in their input elements, never in React's state.
import { useRef, useState, type RefObject } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { codeLength } from '@latchkey/protocol/limits.ts';
import { fieldRule } from '../../../copy/field-rules.ts';
import type { Failure } from '../../../shared/failure.ts';
import type { Account } from '../../../shared/session.ts';
import { useCopy, useLoaderContext } from '../../bridge/loader-context.ts';
import { useCommand } from '../../bridge/use-command.ts';
import { cleanCode } from '../../input/clean-code.ts';
import { isValidPassword } from '../../input/field-rules.ts';
import { FormScreen, retryTimeOf } from '../../ui/FormScreen.tsx';
import { type FieldName, type InputErrors, useFormErrors } from '../../ui/form-errors.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { NewPassword } from '../../ui/NewPassword.tsx';
import { PasswordField, takePassword } from '../../ui/PasswordField.tsx';

export interface ChangePasswordProps {
  readonly account: Account;
  readonly leave: (isChanged: boolean) => void;
}

const passwordFields: readonly FieldName[] = ['password', 'newPassword'];
const allFields: readonly FieldName[] = [...passwordFields, 'code'];

/** `code`: null if the form has no such field. Returns only the first error. */
function validate(current: string, next: string, code: string | null): InputErrors | null {
  if (current === '') return { password: (copy) => copy.changePassword.currentMissing };
  if (!isValidPassword(current)) return { password: (copy) => fieldRule(copy, 'password') };
  if (next === '') return { newPassword: (copy) => copy.changePassword.newMissing };
  if (!isValidPassword(next)) return { newPassword: (copy) => fieldRule(copy, 'newPassword') };
  if (next === current) return { newPassword: (copy) => copy.changePassword.same };
  if (code === null || code.length === codeLength) return null;
  return { code: (copy) => fieldRule(copy, 'code') };
}

function useChangePassword({ account, leave }: ChangePasswordProps) {
  const { bridge } = useLoaderContext();
  const command = useCommand<null>();
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  // Two-factor sign-in may have been turned on elsewhere.
  const [isCodeAsked, setIsCodeAsked] = useState(account.twoFactor === true);
  const [code, setCode] = useState('');
  const inputs = {
    password: useRef<HTMLInputElement>(null),
    newPassword: useRef<HTMLInputElement>(null),
    code: useRef<HTMLInputElement>(null),
  };
  const focusOn = (field: keyof typeof inputs) => inputs[field].current?.focus();
  const fail = ({ code: failureCode }: Failure) => {
    setCode('');
    if (failureCode === 'code-needed') setIsCodeAsked(true);
    // The current password was sent and is empty now.
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
      bridge.changePassword({ password, newPassword: next, code: isCodeAsked ? code : null }),
    );
    if (answer?.ok === true) leave(true);
    else if (answer !== null) fail(answer.failure);
  };
  const fields = isCodeAsked ? allFields : passwordFields;
  const errors = useFormErrors(command.failure, 'change-password', fields, inputErrors);
  const clearInputErrors = () => setInputErrors(null);
  return { command, errors, inputs, isCodeAsked, code, setCode, clearInputErrors, submit };
}

export function ChangePassword(props: ChangePasswordProps) {
  const { changePassword: copy, links } = useCopy();
  const { forgot } = useLoaderContext().info.links;
  const form = useChangePassword(props);
  const { command, errors, inputs, isCodeAsked, clearInputErrors } = form;
  const { pending } = command;
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead}
      errors={errors}
      pending={pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={retryTimeOf(command.failure)}
      submit={() => void form.submit()}
      leave={() => props.leave(false)}
      backAtTop
      links={forgot !== undefined && <LinkButton name="forgot" kind="quiet" label={links.forgot} />}
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
      {isCodeAsked && <Code input={inputs.code} form={form} />}
    </FormScreen>
  );
}

interface CodeProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly form: ReturnType<typeof useChangePassword>;
}

/** Unlike the field of a sign-in, it submits nothing: the form has other fields. */
function Code({ input, form }: CodeProps) {
  const { code: copy } = useCopy();
  return (
    <Field
      label={copy.label}
      ref={input}
      className="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      value={form.code}
      readOnly={form.command.pending}
      {...form.errors.of('code')}
      onChange={(event) => {
        form.clearInputErrors();
        form.setCode(cleanCode(event.currentTarget.value).code);
      }}
    />
  );
}
