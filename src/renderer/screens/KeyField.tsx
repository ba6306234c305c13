// The field of a license key: visible while typing, and it says what was made of a paste.
import type { RefObject } from 'react';
import { doubtCopy, redeemCopy as copy, takenCopy } from '../copy/redeem.ts';
import { halfOf, type KeyReading } from '../input/clean-key.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import type { FieldFault } from '../ui/form-faults.ts';
import type { KeyText } from './use-key-text.ts';

export interface KeyFieldProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly text: KeyText;
  readonly readOnly: boolean;
  readonly fault: FieldFault;
  /** What is wrong after an edit; null: nothing known. */
  readonly onSlip: (words: string | null) => void;
}

export function KeyField({ field, text, readOnly, fault, onSlip }: KeyFieldProps) {
  return (
    <Field
      label={copy.key}
      ref={field}
      name="key"
      className="mono"
      autoComplete="off"
      dir="ltr"
      value={text.text}
      readOnly={readOnly}
      {...fault}
      hint={<KeyHint reading={text.reading} takeHalf={text.type} />}
      onPaste={(event) => onSlip(text.paste(event))}
      onChange={(event) => {
        onSlip(null);
        text.type(event.currentTarget.value);
      }}
    />
  );
}

interface KeyHintProps {
  readonly reading: KeyReading | null;
  readonly takeHalf: (key: string) => void;
}

/** Always in the page, so that what it comes to say is announced. */
function KeyHint({ reading, takeHalf }: KeyHintProps) {
  const taken = reading === null ? null : takenCopy[reading.taken];
  const doubt = reading?.doubt ?? null;
  const half = doubt === 'doubled' && reading !== null ? halfOf(reading.key) : null;
  return (
    <span role="status">
      {taken !== null && <span>{taken} </span>}
      {doubt !== null && <span className="doubt">{doubtCopy[doubt]} </span>}
      {half !== null && (
        <Button kind="quiet" onClick={() => takeHalf(half)}>
          {copy.useHalf}
        </Button>
      )}
    </span>
  );
}
