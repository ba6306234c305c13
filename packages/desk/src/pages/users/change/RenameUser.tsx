// Changes the name or the e-mail of a user.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { replacePlace } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function RenameUser({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('rename', shownName);
  const { userChanges } = useCopy();
  const { name: application } = useApplication();
  const [typed, setTyped] = useState('');
  const newUsername = typed.trim();
  return (
    <ChangeDialog
      {...words}
      type="editusername"
      parameters={{ currentUsername: user, newUsername }}
      ready={newUsername !== ''}
      done={() => userChanges.rename.done(newUsername)}
      onDone={() => replacePlace(application, 'users', newUsername)}
      onLeave={onLeave}
    >
      <Field
        label={userChanges.newName}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}

export function NewEmail({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('email', shownName);
  const { userChanges } = useCopy();
  const [email, setEmail] = useState('');
  return (
    <ChangeDialog
      {...words}
      type="editemail"
      parameters={{ user, email: email.trim() }}
      onLeave={onLeave}
    >
      <Field
        label={userChanges.newEmail}
        inputMode="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </ChangeDialog>
  );
}
