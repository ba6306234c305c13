// Adds a variable, or changes its value and who can read it.
import { useRef, useState } from 'react';
import { AreaField } from '@latchkey/kit/AreaField.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Switch } from '@latchkey/kit/Switch.tsx';
import type { RowOf } from '../../client/list.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

export type Variable = RowOf<'fetchallvars'>;

interface VariableFormProps {
  /** Null for a new variable. */
  readonly variable: Variable | null;
  readonly onLeave: () => void;
}

export function VariableForm({ variable, onLeave }: VariableFormProps) {
  const { variables, frame } = useCopy();
  const [name, setName] = useState('');
  const [value, setValue] = useState(variable?.msg ?? '');
  const [isSecret, setSecret] = useState(variable?.authed !== '0');
  const area = useRef<HTMLTextAreaElement>(null);
  const authed = isSecret ? '1' : '0';
  // With `authed`, the service ignores an empty value.
  const ready = value.trim() !== '' && (variable !== null || name.trim() !== '');
  const fields = (
    <>
      <AreaField
        label={variables.value}
        rows={4}
        ref={area}
        value={value}
        hint={null}
        error={variable !== null && value.trim() === '' ? variables.valueMissing : null}
        wrong={variable !== null && value.trim() === ''}
        onChange={(event) => setValue(event.target.value)}
      />
      <Switch
        label={variables.onlySignedIn}
        hint={variables.onlySignedInHint}
        checked={isSecret}
        onChange={setSecret}
      />
    </>
  );
  if (variable !== null)
    return (
      <ChangeDialog
        type="editvar"
        parameters={{ varid: variable.varid, data: value, authed }}
        title={variables.editTitle(variable.varid)}
        text={variables.editText}
        submit={frame.save}
        ready={ready}
        done={() => variables.editDone(variable.varid)}
        onLeave={onLeave}
      >
        {fields}
      </ChangeDialog>
    );
  return (
    <ChangeDialog
      type="addvar"
      parameters={{ name: name.trim(), data: value, authed }}
      title={variables.add}
      text={variables.addText}
      submit={variables.add}
      ready={ready}
      done={() => variables.addDone(name.trim())}
      onLeave={onLeave}
    >
      <Field
        label={variables.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {fields}
    </ChangeDialog>
  );
}
