// Redeems a key, and shows what it added.
import { CircleCheck } from 'lucide';
import { useState } from 'react';
import { Button } from '@latchkey/kit/Button.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Message } from '@latchkey/kit/Message.tsx';
import { Sheet, SheetPart } from '@latchkey/kit/Sheet.tsx';
import { useWait } from '@latchkey/kit/use-wait.ts';
import { failureText } from '../client/failure-text.ts';
import { useSession } from '../client/session.ts';
import { useAction } from '../client/use-action.ts';
import { useChallenge } from '../client/use-challenge.ts';
import { useLanguage } from '../copy/language.ts';

interface Receipt {
  readonly subscription: string;
  readonly seconds: number;
  readonly until: number | null;
}

export function Redeem() {
  const { ask, refresh } = useSession();
  const language = useLanguage();
  const { owned, signIn } = language.copy;
  const [key, setKey] = useState('');
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  // A key whose answer was lost is not refused as used.
  const { send, renew } = useChallenge();
  const { isPending, failure, run } = useAction<null>(async () => {
    setReceipt(null);
    const { redeemed } = await send((challenge) => ask('upgrade', { key: key.trim(), challenge }));
    setReceipt(receiptOf(redeemed));
    setKey('');
    await refresh();
  });
  const wait = useWait(isPending);
  return (
    <Sheet title={owned.redeem} below={<p className="small">{owned.redeemText}</p>}>
      <SheetPart>
        <form
          className="door-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim() !== '') void run(null);
          }}
        >
          <Field
            label={signIn.key}
            className="mono"
            autoComplete="off"
            value={key}
            error={failure === null ? null : failureText(language, failure)}
            wrong={failure !== null}
            onChange={(event) => {
              setKey(event.target.value);
              renew();
            }}
          />
          <Button kind="filled" submit wait={wait} busyLabel={owned.redeemBusy}>
            {owned.redeemSubmit}
          </Button>
          {receipt !== null && <Added receipt={receipt} />}
        </form>
      </SheetPart>
    </Sheet>
  );
}

function Added({ receipt: { seconds, subscription, until } }: { readonly receipt: Receipt }) {
  const { copy, formats } = useLanguage();
  const { owned } = copy;
  return (
    <Message
      tone="good"
      icon={CircleCheck}
      alert
      title={owned.receipt(formats.days(seconds), subscription)}
      text={until === null ? null : owned.receiptUntil(formats.date(until))}
    />
  );
}

/** Null if the service does not say what the key added. */
function receiptOf(redeemed: unknown): Receipt | null {
  if (typeof redeemed !== 'object' || redeemed === null) return null;
  const { subscription, seconds, until }: Readonly<Record<string, unknown>> = { ...redeemed };
  if (typeof subscription !== 'string' || typeof seconds !== 'number') return null;
  return { subscription, seconds, until: typeof until === 'number' ? until : null };
}
