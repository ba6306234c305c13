// Form to sign in with only a license key. It warns that an unused key creates an account.
import { useRef, useState } from 'react';
import { useCopy, useParts } from '../bridge/loader-context.ts';
import { useCommand } from '../bridge/use-command.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { useFaults, type FieldName, type Slips } from '../ui/form-faults.tsx';
import { FormScreen, retryTimeOf } from '../ui/FormScreen.tsx';
import { RememberBox } from '../ui/RememberBox.tsx';
import { KeyField } from './KeyField.tsx';
import type { KeyText } from './use-key-text.ts';

export interface KeyAloneProps {
  readonly keyText: KeyText;
  readonly back: () => void;
}

const fields: readonly FieldName[] = ['key'];

export function KeyAlone({ keyText, back }: KeyAloneProps) {
  const { bridge } = useParts();
  const copy = useCopy();
  const words = copy.keyAlone;
  const command = useCommand<null>();
  const [slips, setSlips] = useState<Slips | null>(null);
  const [remember, setRemember] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const faults = useFaults(command.failure, 'key-alone', fields, slips);
  const submit = async () => {
    const { key, slip } = keyText.settle();
    setSlips(slip === null ? null : { key: slip });
    const answer =
      slip === null ? await command.run(() => bridge.signInWithKey({ key, remember })) : null;
    if (answer?.ok !== true) field.current?.focus();
  };
  return (
    <FormScreen
      title={words.title}
      lead={words.lead}
      faults={faults}
      pending={command.pending}
      label={words.submit}
      verb={words.verb}
      until={retryTimeOf(command.failure)}
      submit={() => void submit()}
      leave={back}
      links={<BackLink back={back} />}
    >
      <KeyField
        field={field}
        text={keyText}
        readOnly={command.pending}
        fault={faults.of('key')}
        onSlip={(slip) => setSlips(slip === null ? null : { key: slip })}
      />
      <p className="small">{words.fresh}</p>
      <RememberBox checked={remember} onChange={setRemember} username="" how={words.how} />
    </FormScreen>
  );
}
