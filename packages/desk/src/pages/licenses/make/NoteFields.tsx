// Note and order of new keys.
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import type { FieldsProps } from './MakeForm.tsx';

export function NoteFields({ choice, change, shownFaults }: FieldsProps) {
  const { making } = useCopy().licenses;
  const isNoteLong = shownFaults.has('note');
  const isOrderLong = shownFaults.has('order');
  return (
    <>
      <Field
        label={making.note}
        autoComplete="off"
        value={choice.note}
        wrong={isNoteLong}
        error={isNoteLong ? making.noteLong : null}
        {...(!isNoteLong && { hint: making.noteHint })}
        onChange={(event) => change({ ...choice, note: event.target.value })}
      />
      <Field
        label={making.order}
        autoComplete="off"
        value={choice.order}
        wrong={isOrderLong}
        error={isOrderLong ? making.orderLong : null}
        {...(!isOrderLong && { hint: making.orderHint })}
        onChange={(event) => change({ ...choice, order: event.target.value })}
      />
    </>
  );
}
