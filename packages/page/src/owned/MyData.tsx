// Everything that is stored about the user, and the deletion of the account.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { saveFile } from '@latchkey/web/save-file.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

export function MyData() {
  const { me, ask } = useSession();
  const { data } = useCopy();
  const [isDeleting, setDeleting] = useState(false);
  const { isPending, failure, run } = useAction<null>(async () => {
    const { person } = await ask('exportme');
    const text = JSON.stringify(person, null, 2);
    saveFile(data.fileName, new Blob([text], { type: 'application/json' }));
  });
  const wait = useWait(isPending);
  return (
    <Sheet title={data.title} below={<p className="small">{data.text}</p>}>
      <SheetPart>
        <div className="row-tools">
          <Button kind="quiet" wait={wait} onClick={() => void run(null)}>
            {data.download}
          </Button>
          {me.deletesAt === null && (
            <Button kind="quiet" danger onClick={() => setDeleting(true)}>
              {data.remove}
            </Button>
          )}
        </div>
        <FailureMessage failure={failure} />
      </SheetPart>
      {isDeleting && <DeleteAccount onLeave={() => setDeleting(false)} />}
    </Sheet>
  );
}
