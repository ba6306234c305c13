// Adds a user with a plan. The page then shows the password once.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { daysText } from '../../../parts/days.ts';
import type { ShownSecret } from './SecretShown.tsx';
import { usePlanAndDays } from './TimeOfUser.tsx';

interface NewUserProps {
  readonly onSecret: (shown: ShownSecret) => void;
  readonly onLeave: () => void;
}

export function NewUser({ onSecret, onLeave }: NewUserProps) {
  const { newUser } = useCopy();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const { plan, days, fields, isReady } = usePlanAndDays();
  const user = name.trim();
  return (
    <ChangeDialog
      type="adduser"
      parameters={{
        ...{ user, sub: plan, expiry: daysText(days) },
        email: email.trim() === '' ? undefined : email.trim(),
      }}
      title={newUser.title}
      text={newUser.text}
      submit={newUser.submit}
      ready={isReady && user !== ''}
      done={null}
      onDone={({ password = '' }) => onSecret({ kind: 'password', name: user, secret: password })}
      onLeave={onLeave}
    >
      <Field
        label={newUser.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {fields}
      <Field
        label={newUser.email}
        hint={newUser.emailHint}
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ChangeDialog>
  );
}
