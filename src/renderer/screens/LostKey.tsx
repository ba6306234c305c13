// Screen for a lost key: a form that requests the keys of an order by e-mail, then a confirmation.
// SECURITY: the confirmation is the same for every e-mail, so that nobody learns who bought.
import { useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { EmailField, validateEmail } from '../ui/EmailField.tsx';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { MailSent } from './MailSent.tsx';

export interface LostKeyProps {
  /** Returns to the form that asks for the key. */
  readonly close: () => void;
}

export function LostKey({ close }: LostKeyProps) {
  const copy = useCopy().lostKey;
  const [email, setEmail] = useState('');
  /** The time of the request in unix milliseconds; null before the request. */
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  if (requestedAt !== null)
    return (
      <MailSent
        text={copy.sent}
        email={email.trim()}
        at={requestedAt}
        label={copy.enterKey}
        close={close}
        again={() => setRequestedAt(null)}
      />
    );
  return (
    <LostKeyForm
      email={email}
      onEmail={setEmail}
      onSent={() => setRequestedAt(Date.now())}
      close={close}
    />
  );
}

interface LostKeyFormProps extends LostKeyProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSent: () => void;
}

const fields: readonly FieldName[] = ['email'];

function LostKeyForm({ email, onEmail, onSent, close }: LostKeyFormProps) {
  const { bridge } = useLoaderContext();
  const copy = useCopy().lostKey;
  const command = useLimitedCommand<null>('lost-key', email);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const failure = useFailureOf(command.failure, email);
  const errors = useFormErrors(failure, 'lost-key', fields, inputErrors);
  const submit = async () => {
    const foundErrors = validateEmail(email);
    setInputErrors(foundErrors);
    const request = { email: email.trim() };
    const answer =
      foundErrors === null ? await command.run(() => bridge.lostKey(request)) : undefined;
    if (answer?.ok === true) onSent();
    else if (answer !== null) field.current?.focus();
  };
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead}
      errors={errors}
      pending={command.pending}
      label={copy.submit}
      busyLabel={copy.busyLabel}
      until={command.until}
      submit={() => void submit()}
      leave={close}
      links={<BackLink back={close} />}
    >
      <EmailField
        field={field}
        email={email}
        onEmail={(typed) => {
          setInputErrors(null);
          onEmail(typed);
        }}
        readOnly={command.pending}
        fieldError={errors.of('email')}
      />
    </FormScreen>
  );
}
