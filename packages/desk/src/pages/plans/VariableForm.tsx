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
  return variable === null ? (
    <AddVariable onLeave={onLeave} />
  ) : (
    <EditVariable variable={variable} onLeave={onLeave} />
  );
}

function AddVariable({ onLeave }: Pick<VariableFormProps, 'onLeave'>) {
  const { variables } = useCopy();
  const [typed, setName] = useState('');
  const { values, isReady, isTried, showErrors, fields } = useValue('', true);
  const name = typed.trim();
  const isMissing = isTried && name === '';
  return (
    <ChangeDialog
      type="addvar"
      parameters={{ name, ...values }}
      title={variables.add}
      text={variables.addText}
      submit={variables.add}
      ready={isReady && name !== ''}
      onNotReady={showErrors}
      done={() => variables.addDone(name)}
      onLeave={onLeave}
    >
      <Field
        label={variables.name}
        autoComplete="off"
        value={typed}
        error={isMissing ? variables.nameMissing : null}
        wrong={isMissing}
        onChange={(event) => setName(event.target.value)}
      />
      {fields}
    </ChangeDialog>
  );
}

interface EditVariableProps {
  readonly variable: Variable;
  readonly onLeave: () => void;
}

function EditVariable({ variable: { varid, msg, authed }, onLeave }: EditVariableProps) {
  const { variables, frame } = useCopy();
  const { values, isReady, showErrors, fields } = useValue(msg, authed === '1');
  return (
    <ChangeDialog
      type="editvar"
      parameters={{ varid, ...values }}
      title={variables.editTitle(varid)}
      text={variables.editText}
      submit={frame.save}
      ready={isReady}
      onNotReady={showErrors}
      done={() => variables.editDone(varid)}
      onLeave={onLeave}
    >
      {fields}
    </ChangeDialog>
  );
}

/** The value of a variable and who can read it, with their fields. */
function useValue(presentValue: string, isAuthed: boolean) {
  const { variables } = useCopy();
  const [data, setData] = useState(presentValue);
  const [isSignedIn, setSignedIn] = useState(isAuthed);
  const [isTried, setTried] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  // With `authed`, the service ignores an empty value.
  const isReady = data.trim() !== '';
  const isMissing = isTried && !isReady;
  const fields = (
    <>
      <AreaField
        label={variables.value}
        rows={4}
        ref={area}
        value={data}
        hint={null}
        error={isMissing ? variables.valueMissing : null}
        wrong={isMissing}
        onChange={(event) => setData(event.target.value)}
      />
      <Switch
        label={variables.onlySignedIn}
        hint={variables.onlySignedInHint}
        checked={isSignedIn}
        onChange={setSignedIn}
      />
    </>
  );
  return {
    values: { data, authed: isSignedIn ? '1' : '0' },
    isReady,
    isTried,
    showErrors: () => setTried(true),
    fields,
  };
}
