// Button that deletes a log, after a confirmation with the number of lines.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { BulkDialog } from '../../parts/BulkDialog.tsx';

interface DeleteLogProps {
  readonly type: 'delauditlog' | 'dellogs';
  readonly texts: { readonly clear: string; readonly clearText: string };
}

export function DeleteLog({ type, texts }: DeleteLogProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {texts.clear}
      </Button>
      {open && (
        <BulkDialog
          type={type}
          parameters={{}}
          title={texts.clear}
          text={texts.clearText}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}
