// Dialog that renames a computer.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import type { Computer } from './Computers.tsx';

interface RenameComputerProps {
  readonly computer: Computer;
  readonly onLeave: () => void;
}

export function RenameComputer({ computer, onLeave }: RenameComputerProps) {
  const { ask, refresh } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const [name, setName] = useState(computer.name);
  const { isPending, failure, run } = useAction<null>(async () => {
    await ask('renamecomputer', { id: computer.id, computer: name.trim() });
    await refresh();
    onLeave();
  });
  return (
    <FormDialog
      title={owned.renameTitle}
      submitLabel={owned.save}
      cancelLabel={signIn.cancel}
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => {
        if (name.trim() !== '') void run(null);
      }}
      onLeave={onLeave}
    >
      <Field
        label={owned.computerName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}
