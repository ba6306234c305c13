// Button that removes the announcement, after a confirmation.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';

export function RemoveButton({ variable }: { readonly variable: string }) {
  const { announcements } = useCopy();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {announcements.remove}
      </Button>
      {open && (
        <ChangeDialog
          type="editvar"
          parameters={{ varid: variable, data: '' }}
          title={announcements.removeTitle}
          text={announcements.removeText}
          submit={announcements.remove}
          danger
          done={() => announcements.removed}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}
