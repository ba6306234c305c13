// Form with the license key field and one button for each available action.
import { useId, useRef, useState } from 'react';
import { useCopy } from '../bridge/loader-context.ts';
import type { Failure } from '../../shared/failure.ts';
import { Button } from '@latchkey/kit/Button.tsx';
import { useFormErrors, type FieldName, type InputErrors } from '../ui/form-errors.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { KeyField } from './KeyField.tsx';
import { KeyFormLinks } from './KeyFormLinks.tsx';
import type { KeyText } from './use-key-text.ts';

export type KeyAction = 'register' | 'redeem' | 'keySignIn';

export interface KeyChoiceProps {
  /** The available actions, at least one. The first is the main button. */
  readonly actions: readonly KeyAction[];
  readonly keyText: KeyText;
  /** The failure of the last attempt to create an account with this key. */
  readonly registerFailure: Failure | null;
  readonly choose: (action: KeyAction) => void;
  readonly openLostKey: () => void;
  readonly close: () => void;
}

const fields: readonly FieldName[] = ['key'];

/** Suggests signing in with the key if the key has already been used. */
function inputErrorOf(
  registerFailure: Failure | null,
  actions: readonly KeyAction[],
): InputErrors | null {
  return registerFailure?.code === 'key-used' && actions.includes('keySignIn')
    ? { key: ({ keyScreen }) => keyScreen.alreadyUsed }
    : null;
}

export function KeyChoice({ actions, keyText, registerFailure, choose, ...rest }: KeyChoiceProps) {
  const { openLostKey, close } = rest;
  const copy = useCopy().keyScreen;
  const [first = 'register', ...others] = actions;
  const field = useRef<HTMLInputElement>(null);
  const [isEdited, setIsEdited] = useState(false);
  const [inputErrors, setInputErrors] = useState<InputErrors | null>(
    inputErrorOf(registerFailure, actions),
  );
  const errors = useFormErrors(isEdited ? null : registerFailure, 'register', fields, inputErrors);
  const press = (action: KeyAction) => {
    const { inputError } = keyText.parse();
    setIsEdited(true);
    setInputErrors(inputError === null ? null : { key: inputError });
    if (inputError === null) choose(action);
    else field.current?.focus();
  };
  return (
    <FormScreen
      title={copy.title}
      lead={copy.lead}
      errors={errors}
      pending={false}
      label={copy.actions[first].label}
      busyLabel={copy.actions[first].label}
      until={null}
      submit={() => press(first)}
      leave={close}
      more={<OtherActions first={copy.actions[first].text} others={others} press={press} />}
      links={<KeyFormLinks back={close} openLostKey={openLostKey} />}
    >
      <KeyField
        field={field}
        text={keyText}
        readOnly={false}
        fieldError={errors.of('key')}
        onInputError={(inputError) => {
          setIsEdited(true);
          setInputErrors(inputError === null ? null : { key: inputError });
        }}
      />
    </FormScreen>
  );
}

interface OtherActionsProps {
  /** Explains the action of the main button. */
  readonly first: string;
  readonly others: readonly KeyAction[];
  readonly press: (action: KeyAction) => void;
}

function OtherActions({ first, others, press }: OtherActionsProps) {
  return (
    <div className="ways">
      <p className="small">{first}</p>
      {others.map((action) => (
        <OtherAction key={action} action={action} press={press} />
      ))}
    </div>
  );
}

interface OtherActionProps {
  readonly action: KeyAction;
  readonly press: (action: KeyAction) => void;
}

function OtherAction({ action, press }: OtherActionProps) {
  const { label, text } = useCopy().keyScreen.actions[action];
  const id = useId();
  return (
    <>
      <Button kind="outlined" describedBy={id} onClick={() => press(action)}>
        {label}
      </Button>
      <p className="small" id={id}>
        {text}
      </p>
    </>
  );
}
