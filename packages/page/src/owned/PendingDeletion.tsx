// Says when the account is deleted, with the only button that takes it back.
import { TriangleAlert } from 'lucide';
import { Button } from '@latchkey/kit/Button.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useLanguage } from '../copy/language.ts';
import { FailureMessage } from '../parts/FailureMessage.tsx';

export function PendingDeletion() {
  const { me, ask, refresh, notify } = useSession();
  const { copy, formats } = useLanguage();
  const { data } = copy;
  const { isPending, failure, run } = useAction<null>(async () => {
    await ask('keepme');
    await refresh();
    notify(data.kept);
  });
  const wait = useWait(isPending);
  if (me.deletesAt === null) return null;
  return (
    <Message
      tone="warning"
      icon={TriangleAlert}
      alert
      title={data.pending(formats.dateTime(me.deletesAt))}
      text={data.pendingText}
    >
      <p>
        <Button kind="outlined" wait={wait} onClick={() => void run(null)}>
          {data.keep}
        </Button>
      </p>
      <FailureMessage failure={failure} />
    </Message>
  );
}
