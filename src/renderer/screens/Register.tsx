// Form to create an account with a license key or the free trial. SECURITY: the password is only in its input, never
// in React's state. The input keeps it until the account exists, so a retry needs no retyping.
import { useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import { piecesOf } from '../../copy/sentences.ts';
import type { Failure } from '../../shared/failure.ts';
import { BackLink } from '../ui/BackLink.tsx';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { trialLabel } from '../ui/trial-label.ts';
import { useAnnouncement } from '../ui/use-live-region.ts';
import { RegisterFields, type NewAccount } from './RegisterFields.tsx';
import { validate } from './validate-registration.ts';
import type { RedeemProps } from './Redeem.tsx';
import type { KeyText } from './use-key-text.ts';

export interface RegisterProps {
  /** Null: with the free trial. */
  readonly keyText: KeyText | null;
  readonly account: NewAccount;
  readonly onAccount: (account: NewAccount) => void;
  readonly back: () => void;
  /** Called for failures about the key, which this form does not show. */
  readonly onKeyRefused: (failure: Failure) => void;
}

const fieldNames = ['username', 'password', 'email'] as const;

function isAbout(failure: Failure, field: FieldName): boolean {
  if (failure.code === 'invalid-input') return failure.fields.includes(field);
  return failure.code.startsWith(`${field}-`);
}

function isAboutKey(failure: Failure): boolean {
  return failure.code === 'no-plan-for-level' || isAbout(failure, 'key');
}

function useRegister({ keyText, account, onKeyRefused }: RegisterProps) {
  const { bridge, info } = useLoaderContext();
  const operation = keyText === null ? 'trial' : 'register';
  const command = useLimitedCommand<null>(operation, account.username);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const [remember, setRemember] = useState(false);
  const emailOption = keyText === null ? 'off' : info.accounts.email;
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const emailField = useRef<HTMLInputElement>(null);
  const fields = emailOption === 'off' ? fieldNames.slice(0, -1) : fieldNames;
  const failure = useFailureOf(command.failure, account.username, account.email);
  const errors = useFormErrors(failure, operation, fields, inputErrors);

  const submit = async () => {
    const inputs = { username: nameField, password: passwordField, email: emailField };
    const focusOn = (isWrong: (field: FieldName) => boolean) => {
      const wrong = fieldNames.find(isWrong);
      if (wrong !== undefined) inputs[wrong].current?.focus();
    };
    const { username, email } = account;
    const password = passwordField.current?.value ?? '';
    const foundErrors = validate({ username, password, email, emailOption });
    setInputErrors(foundErrors);
    if (foundErrors !== null) {
      focusOn((field) => foundErrors[field] !== undefined);
      return;
    }
    const key = keyText === null ? null : keyText.parse().key;
    const address = emailOption === 'off' || email.trim() === '' ? null : email.trim();
    const answer = await command.run(() =>
      bridge.register({ username, password, key, email: address, remember }),
    );
    if (answer?.ok !== false) return;
    if (isAboutKey(answer.failure)) onKeyRefused(answer.failure);
    else focusOn((field) => isAbout(answer.failure, field));
  };
  return {
    pending: command.pending,
    until: command.until,
    errors,
    clearInputErrors: () => setInputErrors(null),
    emailOption,
    remember,
    setRemember,
    nameField,
    passwordField,
    emailField,
    submit,
  };
}

export function Register(props: RegisterProps) {
  const copy = useCopy();
  // The days that the button promised, also if the trial ends meanwhile.
  const [trialDays] = useState(useLoaderContext().session.trialDays);
  const { keyText, account, onAccount, back } = props;
  const form = useRegister(props);
  const linked = keyText?.reading?.change === 'linked';
  useAnnouncement(linked ? copy.deepLink.filled : null);
  const { errors, pending, until } = form;
  return (
    <FormScreen
      title={copy.register.title}
      lead={
        keyText === null ? (
          trialLabel(copy, trialDays)
        ) : (
          <>
            {piecesOf(copy.register.lead).map(({ text, placeholder }) => [
              text,
              placeholder === null ? null : (
                <bdi className="mono" key="key">
                  {keyText.text}
                </bdi>
              ),
            ])}
            {linked && ` ${copy.deepLink.filled}`}
          </>
        )
      }
      errors={errors}
      pending={pending}
      label={copy.register.submit}
      busyLabel={copy.register.busyLabel}
      until={until}
      submit={() => void form.submit()}
      leave={back}
      links={<BackLink back={back} />}
    >
      <RegisterFields {...form} account={account} onAccount={onAccount} />
    </FormScreen>
  );
}

export function Trial({ close }: Pick<RedeemProps, 'close'>) {
  const [account, setAccount] = useState({ username: '', email: '' });
  return (
    <Register
      keyText={null}
      account={account}
      onAccount={setAccount}
      back={close}
      onKeyRefused={() => undefined}
    />
  );
}
