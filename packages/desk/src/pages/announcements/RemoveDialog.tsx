// Dialog that removes the announcement. It stands outside the form, because forms cannot be nested.
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

interface RemoveDialogProps {
  readonly variable: string;
  readonly onLeave: () => void;
}

export function RemoveDialog({ variable, onLeave }: RemoveDialogProps) {
  const { announcements } = useCopy();
  return (
    <ChangeDialog
      type="editvar"
      parameters={{ varid: variable, data: '' }}
      title={announcements.removeTitle}
      text={announcements.removeText}
      submit={announcements.remove}
      danger
      done={() => announcements.removed}
      onLeave={onLeave}
    />
  );
}
