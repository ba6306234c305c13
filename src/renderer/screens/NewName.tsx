// Form to change the user name. It warns that the change signs the user out.
import { useEffect, useRef, useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { allows, userOf } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import { fitsAsName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import { useFaults, type FieldName, type Slips } from '../ui/form-faults.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { Sentence } from '../ui/Sentence.tsx';

export interface NewNameProps {
  readonly phase: Phase;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['newUsername'];

function slipsIn(wanted: string, currentName: string): Slips | null {
  if (wanted.trim() === '') return { newUsername: ({ newName }) => newName.missing };
  if (!fitsAsName(wanted)) return { newUsername: (copy) => fieldRule(copy, 'username') };
  const same = wanted.trim().normalize('NFC') === currentName;
  return same ? { newUsername: ({ newName }) => newName.same } : null;
}

function useNewName(phase: Phase, close: () => void) {
  const { bridge } = useParts();
  const command = useCommand<null>();
  const [slips, setSlips] = useState<Slips | null>(null);
  const [wanted, setWanted] = useState('');
  // Keep the initial name, because the session ends with the change.
  const [currentName] = useState(userOf(phase) ?? '');
  const field = useRef<HTMLInputElement>(null);
  const unavailable = !command.pending && !allows(phase, 'changeUsername');
  useEffect(() => {
    if (unavailable) close();
  }, [unavailable, close]);
  const submit = async () => {
    const found = slipsIn(wanted, currentName);
    setSlips(found);
    if (found === null) {
      const answer = await command.run(() => bridge.changeUsername({ newUsername: wanted }));
      if (answer?.ok === true) {
        close();
        return;
      }
    }
    field.current?.focus();
  };
  const faults = useFaults(command.failure, 'new-name', fields, slips);
  const edit = (text: string) => {
    setSlips(null);
    setWanted(text);
  };
  return { command, faults, wanted, edit, currentName, field, submit };
}

export function NewName({ phase, close }: NewNameProps) {
  const copy = useCopy();
  const words = copy.newName;
  const { command, faults, wanted, edit, currentName, field, submit } = useNewName(phase, close);
  return (
    <FormScreen
      title={words.title}
      lead={<Sentence text={words.lead} name={currentName} />}
      faults={faults}
      pending={command.pending}
      label={words.submit}
      verb={words.verb}
      until={retryTimeOf(command.failure)}
      submit={() => void submit()}
      leave={close}
      links={<BackLink back={close} />}
    >
      <Field
        label={words.label}
        ref={field}
        name="new-username"
        autoComplete="off"
        dir="auto"
        value={wanted}
        readOnly={command.pending}
        {...faults.of('newUsername')}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <p className="small">{words.before}</p>
    </FormScreen>
  );
}
