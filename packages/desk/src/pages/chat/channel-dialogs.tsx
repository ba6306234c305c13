// Dialogs that add, change, clear and delete a channel.
import { useState } from 'react';
import { Field } from '@latchkey/kit/Field.tsx';
import { useAsk } from '../../client/seller.ts';
import { useLanguage } from '../../copy/language.ts';
import { LoadFailed } from '../../layout/LoadFailed.tsx';
import { BulkDialog } from '../../parts/BulkDialog.tsx';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import type { Channel } from './chat-rows.ts';

interface DialogProps {
  readonly channel: Channel;
  readonly onLeave: () => void;
}

/** At most 30 days. */
function isDelay(text: string): boolean {
  return /^[0-9]{1,7}$/.test(text) && Number(text) <= 2_592_000;
}

interface DelayFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DelayField({ value, onChange }: DelayFieldProps) {
  const { chat } = useLanguage().copy;
  const isRight = isDelay(value);
  return (
    <Field
      label={chat.delay}
      hint={isRight ? chat.delayHint : undefined}
      inputMode="numeric"
      autoComplete="off"
      value={value}
      wrong={!isRight}
      error={isRight ? null : chat.delayWrong}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  );
}

export function AddChannel({ onLeave }: Pick<DialogProps, 'onLeave'>) {
  const { chat } = useLanguage().copy;
  const [typed, setTyped] = useState('');
  const [delay, setDelay] = useState('0');
  const name = typed.trim();
  return (
    <ChangeDialog
      type="addchannel"
      parameters={{ name, delay }}
      title={chat.add}
      text={chat.addText}
      submit={chat.add}
      ready={name !== '' && isDelay(delay)}
      done={() => chat.added(name)}
      onLeave={onLeave}
    >
      <Field
        label={chat.name}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DelayField value={delay} onChange={setDelay} />
    </ChangeDialog>
  );
}

export function ChangeDelay({ channel, onLeave }: DialogProps) {
  const { chat } = useLanguage().copy;
  const [delay, setDelay] = useState(channel.delay);
  return (
    <ChangeDialog
      type="editchan"
      parameters={{ name: channel.name, delay }}
      title={chat.changeDelayTitle(channel.name)}
      text={chat.changeDelayText}
      submit={chat.changeDelay}
      ready={isDelay(delay)}
      done={() => chat.changed}
      onLeave={onLeave}
    >
      <DelayField value={delay} onChange={setDelay} />
    </ChangeDialog>
  );
}

export function ClearChannel({
  channel: { name },
  onLeave,
}: Omit<DialogProps, 'channel'> & {
  readonly channel: Pick<Channel, 'name'>;
}) {
  const { chat } = useLanguage().copy;
  return (
    <BulkDialog
      type="clearchannel"
      parameters={{ name }}
      subject={name}
      title={chat.clearTitle(name)}
      text={chat.clearText}
      words={chat.count}
      onLeave={onLeave}
    />
  );
}

export function RemoveChannel({ channel: { name }, onLeave }: DialogProps) {
  const { copy, formats } = useLanguage();
  const { chat, bulk } = copy;
  const counted = useAsk('countrows', { operation: 'delchannel', name });
  const count = counted.data === undefined ? null : Number(counted.data.count);
  return (
    <ChangeDialog
      type="delchannel"
      parameters={{ name }}
      title={chat.removeTitle(name)}
      text={chat.removeText}
      submit={count === null ? bulk.counting : chat.remove}
      danger
      ready={count !== null}
      done={() => chat.removed(name)}
      onLeave={onLeave}
    >
      {counted.isError && <LoadFailed error={counted.error} retry={() => void counted.refetch()} />}
      {count !== null && (
        <p role="status">
          {count === 0 ? chat.removeEmpty : chat.removeCount(formats.number(count), count)}
        </p>
      )}
    </ChangeDialog>
  );
}
