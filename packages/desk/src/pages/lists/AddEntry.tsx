// Dialog that adds an IP or a computer to a list.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

interface AddEntryProps {
  readonly list: 'black' | 'white';
  readonly onLeave: () => void;
}

export function AddEntry({ list, onLeave }: AddEntryProps) {
  const { lists } = useCopy();
  const [kind, setKind] = useState<'ip' | 'hwid'>('ip');
  const [typed, setTyped] = useState('');
  const value = typed.trim();
  const { add, addText } = lists[list];
  const change =
    list === 'white'
      ? ({ type: 'addWhite', parameters: { ip: value } } as const)
      : ({ type: 'black', parameters: { [kind]: value } } as const);
  return (
    <ChangeDialog<'black' | 'addWhite'>
      {...change}
      title={add}
      text={addText}
      submit={lists.addVerb}
      ready={value !== ''}
      done={() => lists.added(value)}
      onLeave={onLeave}
    >
      {list === 'black' && (
        <Segmented
          label={lists.columns.kind}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'ip', label: lists.kinds.ip },
            { value: 'hwid', label: lists.kinds.hwid },
          ]}
        />
      )}
      <Field
        label={kind === 'ip' ? lists.columns.ip : lists.deviceId}
        className="mono"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  );
}
