// Sets and deletes a variable of a user.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import type { ChangeProps } from './UserChange.tsx';
import { useWords } from './use-words.ts';

export function SetVariable({ change, user, shownName, onLeave }: ChangeProps) {
  const { variable } = change;
  const words = useWords(variable === undefined ? 'setVariable' : 'changeVariable', shownName);
  const { userChanges } = useCopy();
  const [typed, setTyped] = useState('');
  const [data, setData] = useState(variable?.data ?? '');
  const [isReadOnly, setReadOnly] = useState(variable?.isReadOnly ?? false);
  const name = variable?.name ?? typed.trim();
  return (
    <ChangeDialog
      {...words}
      type="setvar"
      parameters={{ user, var: name, data, readOnly: isReadOnly ? '1' : '0' }}
      ready={name !== ''}
      onLeave={onLeave}
    >
      {variable === undefined && (
        <Field
          label={userChanges.variable}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Field
        label={userChanges.value(variable?.name)}
        autoComplete="off"
        value={data}
        onChange={(event) => setData(event.target.value)}
      />
      <CheckBox label={userChanges.isReadOnly} checked={isReadOnly} onChange={setReadOnly} />
    </ChangeDialog>
  );
}

export function RemoveVariable({ change, user, onLeave }: ChangeProps) {
  const name = change.variable?.name ?? '';
  const words = useWords('removeVariable', name);
  return (
    <ChangeDialog
      {...words}
      danger
      type="deluservar"
      parameters={{ user, var: name }}
      onLeave={onLeave}
    />
  );
}
