// Form to change the user name. It warns that the change signs the user out.
import { useEffect, useRef, useState } from 'react';
import { useCopy, useLoaderContext } from '../bridge/loader-context.ts';
import { useLimitedCommand } from '../bridge/use-limited-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { allows, userOf } from '../../shared/phases.ts';
import type { Phase } from '../../shared/session.ts';
import { isValidName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import {
  useFailureOf,
  useFormErrors,
  type FieldName,
  type InputErrors,
} from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { Sentence } from '../ui/Sentence.tsx';

export interface NewNameProps {
  readonly phase: Phase;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['newUsername'];

function validate(newName: string, currentName: string): InputErrors | null {
  if (newName.trim() === '') return { newUsername: ({ newName }) => newName.missing };
  if (!isValidName(newName)) return { newUsername: (copy) => fieldRule(copy, 'username') };
  const same = newName.trim().normalize('NFC') === currentName;
  return same ? { newUsername: ({ newName }) => newName.same } : null;
}

function useNewName(phase: Phase, close: () => void) {
  const { bridge } = useLoaderContext();
  const command = useLimitedCommand<null>('new-name');
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(null);
  const [newName, setNewName] = useState('');
  // Keep the initial name, because the session ends with the change.
  const [currentName] = useState(userOf(phase) ?? '');
  const field = useRef<HTMLInputElement>(null);
  const unavailable = !command.pending && !allows(phase, 'changeUsername');
  useEffect(() => {
    if (unavailable) close();
  }, [unavailable, close]);
  const submit = async () => {
    const foundErrors = validate(newName, currentName);
    setInputErrors(foundErrors);
    if (foundErrors === null) {
      const answer = await command.run(() => bridge.changeUsername({ newUsername: newName }));
      if (answer?.ok === true) {
        close();
        return;
      }
    }
    field.current?.focus();
  };
  const failure = useFailureOf(command.failure, newName);
  const errors = useFormErrors(failure, 'new-name', fields, inputErrors);
  const edit = (text: string) => {
    setInputErrors(null);
    setNewName(text);
  };
  return { command, errors, newName, edit, currentName, field, submit };
}

export function NewName({ phase, close }: NewNameProps) {
  const copy = useCopy();
  const texts = copy.newName;
  const { command, errors, newName, edit, currentName, field, submit } = useNewName(phase, close);
  return (
    <FormScreen
      title={texts.title}
      lead={<Sentence text={texts.lead} name={currentName} />}
      errors={errors}
      pending={command.pending}
      label={texts.submit}
      busyLabel={texts.busyLabel}
      until={command.until}
      submit={() => void submit()}
      leave={close}
      links={<BackLink back={close} />}
    >
      <Field
        label={texts.label}
        ref={field}
        name="new-username"
        autoComplete="off"
        dir="auto"
        value={newName}
        readOnly={command.pending}
        {...errors.of('newUsername')}
        onChange={(event) => edit(event.currentTarget.value)}
      />
      <p className="small">{texts.before}</p>
    </FormScreen>
  );
}
