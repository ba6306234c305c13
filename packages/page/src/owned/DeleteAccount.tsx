// Deletes the account in two steps: what happens and what stays, then the day.
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { ButtonLink } from '@latchkey/kit/ButtonLink.tsx';
import { Dialog } from '@latchkey/kit/Dialog.tsx';
import { FormDialog } from '@latchkey/kit/FormDialog.tsx';
import { deletionSeconds } from '@latchkey/protocol/limits.ts';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useCopy, useLanguage } from '../copy/language.ts';

interface DeleteAccountProps {
  readonly onLeave: () => void;
}

export function DeleteAccount({ onLeave }: DeleteAccountProps) {
  const { data, signIn } = useCopy();
  const [isSure, setSure] = useState(false);
  if (isSure) return <Sure onBack={() => setSure(false)} onLeave={onLeave} />;
  return (
    <Dialog
      title={data.removeTitle}
      text={data.removeText}
      onLeave={onLeave}
      more={<Consequences />}
    >
      <Button kind="outlined" onClick={onLeave}>
        {signIn.cancel}
      </Button>
      <Button kind="filled" onClick={() => setSure(true)}>
        {data.next}
      </Button>
    </Dialog>
  );
}

function Consequences() {
  const { renew } = useSession();
  const { data } = useCopy();
  return (
    <div className="consequences">
      <p>{data.shop}</p>
      {renew !== null && (
        <p>
          <ButtonLink kind="quiet" href={renew}>
            {data.toShop}
          </ButtonLink>
        </p>
      )}
      <h3>{data.stays}</h3>
      <ul>
        {data.staying.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </div>
  );
}

interface SureProps extends DeleteAccountProps {
  readonly onBack: () => void;
}

function Sure({ onBack, onLeave }: SureProps) {
  const { ask, refresh, notify } = useSession();
  const language = useLanguage();
  const { copy, formats } = language;
  const { data } = copy;
  const [day] = useState(() => formats.date(Date.now() / 1000 + deletionSeconds));
  const { isPending, failure, run } = useAction<null>(async () => {
    await ask('deleteme');
    await refresh();
    notify(data.pending(day));
    onLeave();
  });
  return (
    <FormDialog
      title={data.sureTitle(day)}
      text={data.sureText}
      submitLabel={data.sure}
      cancelLabel={data.back}
      danger
      pending={isPending}
      error={failure === null ? null : failureText(language, failure)}
      onSubmit={() => void run(null)}
      onLeave={onBack}
    />
  );
}
