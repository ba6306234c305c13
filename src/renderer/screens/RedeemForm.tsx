// Form to redeem a license key. Signed-out users also enter a user name.
import { useRef, useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { fieldRule } from '../../copy/field-rules.ts';
import { fitsAsName } from '../input/field-rules.ts';
import { Field } from '@latchkey/kit/Field.tsx';
import { BackLink } from '../ui/BackLink.tsx';
import { useFaults, type FieldName, type Slip, type Slips } from '../ui/form-faults.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { Sentence } from '../ui/Sentence.tsx';
import { KeyField } from './KeyField.tsx';
import type { KeyText } from './use-key-text.ts';
import type { Failure } from '../../shared/failure.ts';
import type { Receipt } from '../../shared/receipt.ts';

export interface RedeemFormProps {
  readonly keyText: KeyText;
  readonly account: string | null;
  /** Whether the key came from a deep link that should create an account. */
  readonly notNew: boolean;
  readonly username: string;
  readonly onUsername: (username: string) => void;
  readonly onRedeemed: (receipt: Receipt) => void;
  /** Called if the same user has already redeemed the key. */
  readonly onOwned: (failure: Failure<'key-used'>) => void;
  readonly close: () => void;
}

const bothFields: readonly FieldName[] = ['username', 'key'];
const keyAlone: readonly FieldName[] = ['key'];

function slipsIn(username: string, key: Slip | null): Slips | null {
  const nameSlip: Slip = (copy) =>
    username.trim() === '' ? copy.redeem.usernameMissing : fieldRule(copy, 'username');
  const slips = {
    ...(fitsAsName(username) ? {} : { username: nameSlip }),
    ...(key === null ? {} : { key }),
  };
  return Object.keys(slips).length === 0 ? null : slips;
}

function useRedeem(
  username: string,
  { keyText, onRedeemed, onOwned }: Pick<RedeemFormProps, 'keyText' | 'onRedeemed' | 'onOwned'>,
) {
  const { bridge } = useParts();
  const command = useCommand<Receipt>();
  const [slips, setSlips] = useState<Slips | null>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const keyField = useRef<HTMLInputElement>(null);

  const submit = async () => {
    const { key, slip } = keyText.settle();
    const found = slipsIn(username, slip);
    setSlips(found);
    if (found !== null) {
      (found.username === undefined ? keyField : nameField).current?.focus();
      return;
    }
    const answer = await command.run(() => bridge.redeem({ username, key }));
    if (answer === null) return;
    if (answer.ok) onRedeemed(answer.value);
    else if (answer.failure.code === 'key-used' && answer.failure.usedByYou)
      onOwned(answer.failure);
    else if (answer.failure.code === 'user-unknown') nameField.current?.focus();
    else keyField.current?.focus();
  };
  return { command, slips, setSlips, nameField, keyField, submit };
}

export function RedeemForm({ account, username, onUsername, close, ...ends }: RedeemFormProps) {
  const { redeem: copy, wish } = useCopy();
  const form = useRedeem(account ?? username, ends);
  const { command, slips, setSlips, nameField, keyField, submit } = form;
  const fields = account === null ? bothFields : keyAlone;
  const faults = useFaults(command.failure, 'redeem', fields, slips);
  return (
    <FormScreen
      title={copy.title}
      lead={account === null ? copy.leadSignedOut : <Sentence text={copy.lead} name={account} />}
      faults={faults}
      pending={command.pending}
      label={copy.submit}
      verb={copy.verb}
      until={retryTimeOf(command.failure)}
      submit={() => void submit()}
      leave={close}
      links={<BackLink back={close} />}
    >
      {account === null && (
        <Field
          label={copy.username}
          ref={nameField}
          name="username"
          autoComplete="username"
          dir="auto"
          value={username}
          readOnly={command.pending}
          {...faults.of('username')}
          onChange={(event) => {
            setSlips(null);
            onUsername(event.currentTarget.value);
          }}
        />
      )}
      <KeyField
        field={keyField}
        text={ends.keyText}
        readOnly={command.pending}
        fault={faults.of('key')}
        onSlip={(slip) => setSlips(slip === null ? null : { key: slip })}
      />
      {ends.notNew && <p className="small">{wish.notNew}</p>}
    </FormScreen>
  );
}
