// Dialogs that change the note or the days of a license, or assign it to a user.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useCopy } from '../../../copy/language.ts';
import { ChangeDialog } from '../../../parts/ChangeDialog.tsx';
import { daysText, isDays } from '../../../parts/days.ts';

interface EditDialogProps {
  readonly license: string;
  readonly onLeave: () => void;
}

const maxNote = 69;

export function NoteDialog({
  license,
  note,
  onLeave,
}: EditDialogProps & { readonly note: string }) {
  const { licenses, frame } = useCopy();
  const { one, making } = licenses;
  const [text, setText] = useState(note);
  const isLong = text.length > maxNote;
  return (
    <ChangeDialog
      type="setnote"
      parameters={{ key: license, note: text }}
      title={one.noteOf(license)}
      text={one.noteText}
      submit={frame.save}
      ready={!isLong}
      done={() => one.noteSaved}
      onLeave={onLeave}
    >
      <Field
        label={licenses.columns.note}
        autoComplete="off"
        value={text}
        wrong={isLong}
        error={isLong ? making.noteLong : null}
        onChange={(event) => setText(event.target.value)}
      />
    </ChangeDialog>
  );
}

interface DaysDialogProps extends EditDialogProps {
  readonly seconds: string;
}

export function DaysDialog({ license, seconds, onLeave }: DaysDialogProps) {
  const { licenses, frame } = useCopy();
  const { one, making } = licenses;
  const [expiry, setExpiry] = useState(() => String(Number((Number(seconds) / 86_400).toFixed(6))));
  const isWrong = expiry !== '' && !isDays(expiry);
  return (
    <ChangeDialog
      type="edit"
      parameters={{ key: license, expiry: daysText(expiry) }}
      title={one.daysOf(license)}
      text={one.daysText}
      submit={frame.save}
      ready={isDays(expiry)}
      done={() => one.daysSaved}
      onLeave={onLeave}
    >
      <Field
        label={making.days}
        inputMode="decimal"
        autoComplete="off"
        value={expiry}
        wrong={isWrong}
        error={isWrong ? making.daysWrong : null}
        onChange={(event) => setExpiry(event.target.value)}
      />
    </ChangeDialog>
  );
}

export function AssignDialog({ license, onLeave }: EditDialogProps) {
  const { one } = useCopy().licenses;
  const [user, setUser] = useState('');
  return (
    <ChangeDialog
      type="assignkey"
      parameters={{ key: license, user }}
      title={one.assign}
      text={one.assignText}
      submit={one.assignSubmit}
      ready={user.trim() !== ''}
      done={() => one.assigned(user)}
      onLeave={onLeave}
    >
      <Field
        label={one.assignTo}
        autoComplete="off"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
    </ChangeDialog>
  );
}
