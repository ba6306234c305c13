// The dialog of a change: fields, what it does, how much it affects, and its failure.
import { useState } from 'react';
import { ChangeDialog } from '../parts/ChangeDialog.tsx';
import type { Change, Typed } from './change.ts';
import { FieldOf } from './FieldOf.tsx';
import { useFields } from './fields.ts';
import { usePreview } from './preview.tsx';
import type { Secret } from './ShownOnce.tsx';

interface ChangeOfProps {
  readonly change: Change;
  readonly onSecret: (secret: Secret) => void;
  readonly onLeave: () => void;
}

export function ChangeOf({ change, onSecret, onLeave }: ChangeOfProps) {
  const { operation, fields = {}, danger = false } = change;
  const [typed, setTyped] = useState<Typed>({});
  const [isTried, setTried] = useState(false);
  const form = useFields(typeof fields === 'function' ? fields(typed) : fields, typed);
  const { values } = form;
  const parameters = { ...form.sent, ...change.parameters(values) };
  const preview = usePreview(change, values, parameters);
  const { title, text, submit, done, affected } =
    typeof change.words === 'function' ? change.words(values, preview.count) : change.words;
  return (
    <ChangeDialog
      {...{ title, text, submit, parameters }}
      type={operation}
      danger={typeof danger === 'function' ? danger(values) : danger}
      ready={form.isReady && preview.isReady}
      onNotReady={() => setTried(true)}
      done={(answer) =>
        change.secret?.(answer, values) ? '' : (change.done?.(answer, values) ?? done ?? '')
      }
      onDone={(answer) => {
        const secret = change.secret?.(answer, values);
        if (secret) onSecret(secret);
        change.after?.(answer, values);
      }}
      onLeave={onLeave}
    >
      {preview.shown}
      {form.fields.map(({ name, ...field }) => (
        <FieldOf
          {...field}
          key={name}
          isTried={isTried}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      {affected !== undefined && (
        <p className="small" role="status">
          {affected}
        </p>
      )}
      {change.children?.(values)}
    </ChangeDialog>
  );
}
