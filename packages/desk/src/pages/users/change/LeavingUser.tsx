// Exporting the data of a user, deleting a user, and erasing a person.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { replacePlace } from '../../../router/location.ts';
import { useApplication } from '../../../session/application.ts';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function DownloadPerson({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('download', shownName);
  const { user: texts } = useCopy();
  return (
    <ChangeDialog
      {...words}
      type="exportuser"
      parameters={{ user }}
      onDone={({ person }) =>
        saveFile(
          texts.exportFile(shownName),
          new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' }),
        )
      }
      onLeave={onLeave}
    />
  );
}

export function RemoveUser({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('remove', shownName);
  const { name: application } = useApplication();
  return (
    <ChangeDialog
      {...words}
      danger
      type="deluser"
      parameters={{ user }}
      onDone={() => replacePlace(application, 'users')}
      onLeave={onLeave}
    />
  );
}

export function ErasePerson({ user, shownName, onLeave }: ChangeProps) {
  const words = useWords('erase', shownName);
  const { userChanges } = useCopy();
  const { name: application } = useApplication();
  const [typed, setTyped] = useState('');
  return (
    <ChangeDialog
      {...words}
      danger
      type="eraseuser"
      parameters={{ user }}
      ready={typed === shownName}
      onDone={() => replacePlace(application, 'users')}
      onLeave={onLeave}
    >
      <Field
        label={userChanges.typeName(shownName)}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}
