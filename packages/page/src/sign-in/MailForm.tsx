// Asks for a mail: with a link to a new password, or with the keys of orders.
import { MailCheck } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { post } from '../client/page.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy } from '../copy/language.ts';
import { Door } from '../parts/Door.tsx';
import { focusFirst } from '../parts/focus-first.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';

interface MailFormProps {
  readonly kind: 'forgot' | 'lost';
  readonly application: string;
  readonly onBack: () => void;
}

export function MailForm({ kind, application, onBack }: MailFormProps) {
  const { signIn } = useCopy();
  const [isDone, setDone] = useState(false);
  const isForgot = kind === 'forgot';
  return (
    <Door
      application={application}
      title={isForgot ? signIn.forgotTitle : signIn.lostTitle}
      {...(!isDone && { lead: isForgot ? signIn.forgotText : signIn.lostText })}
    >
      {isDone ? (
        <Message
          tone="good"
          icon={MailCheck}
          alert
          title={isForgot ? signIn.forgotDone : signIn.lostDone}
          text={`${isForgot ? signIn.forgotDoneText : signIn.lostDoneText} ${signIn.doneText}`}
        />
      ) : (
        <Addresses isForgot={isForgot} onDone={() => setDone(true)} />
      )}
      <Button kind="outlined" onClick={onBack}>
        {signIn.toSignIn}
      </Button>
    </Door>
  );
}

interface AddressesProps {
  readonly isForgot: boolean;
  readonly onDone: () => void;
}

function Addresses({ isForgot, onDone }: AddressesProps) {
  const { signIn } = useCopy();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { isPending, failure, run } = useAction<null>(async () => {
    const to = { email: email.trim() };
    await (isForgot ? post('forgot', { username: name.trim(), ...to }) : post('lostkey', to));
    onDone();
  });
  const wait = useWait(isPending);
  return (
    <form
      className="door-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '' && (!isForgot || name.trim() !== '')) void run(null);
      }}
    >
      {isForgot && (
        <Field
          label={signIn.forgotName}
          ref={focusFirst}
          autoComplete="username"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <Field
        label={signIn.email}
        {...(!isForgot && { ref: focusFirst })}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button kind="filled" submit wait={wait}>
        {isForgot ? signIn.send : signIn.lostSend}
      </Button>
      <FailureMessage failure={failure} />
    </form>
  );
}
