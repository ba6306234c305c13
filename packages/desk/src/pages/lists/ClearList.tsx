// Button that empties a list, after a confirmation with the number of entries.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { BulkDialog } from '../../parts/BulkDialog.tsx';

interface ClearListProps {
  readonly type: 'delblacks' | 'delallwhites';
  readonly title: string;
  readonly text: string;
}

export function ClearList({ type, title, text }: ClearListProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="outlined" danger onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && (
        <BulkDialog
          type={type}
          parameters={{}}
          title={title}
          text={text}
          onLeave={() => setOpen(false)}
        />
      )}
    </>
  );
}
