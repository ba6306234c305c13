// Dialog that adds a webhook, for events or for the program.
import { useState } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { Field } from '@latchkey/kit/Field.tsx';
import { Segmented } from '@latchkey/kit/Segmented.tsx';
import type { EventName } from '@latchkey/protocol/seller/event-names.ts';
import { useCopy } from '../../copy/language.ts';
import { ChangeDialog } from '../../parts/ChangeDialog.tsx';
import { EventChoice } from './EventChoice.tsx';

interface Form {
  readonly url: string;
  readonly use: 'events' | 'program';
  readonly events: readonly EventName[];
  readonly onlySignedIn: boolean;
}

const start: Form = { url: '', use: 'events', events: [], onlySignedIn: true };

/** The service checks the rest, such as the port and the IP. */
function isAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:\/\/./i.test(url);
}

interface AddWebhookProps {
  /** Called with the signing secret, which only a webhook for events has. */
  readonly onSecret: (secret: string) => void;
  readonly onLeave: () => void;
}

export function AddWebhook({ onSecret, onLeave }: AddWebhookProps) {
  const { newWebhook } = useCopy();
  const [form, setForm] = useState(start);
  const [tried, setTried] = useState(false);
  const url = form.url.trim();
  const isForEvents = form.use === 'events';
  const lacksEvents = isForEvents && form.events.length === 0;
  const parameters = {
    baseurl: url,
    authed: isForEvents || form.onlySignedIn ? '1' : '0',
    events: isForEvents ? form.events.join(',') : undefined,
  };
  return (
    <ChangeDialog
      type="addwebhook"
      parameters={parameters}
      title={newWebhook.add}
      text={newWebhook.text}
      submit={newWebhook.add}
      ready={isAddress(url) && !lacksEvents}
      onNotReady={() => setTried(true)}
      done={isForEvents ? null : () => newWebhook.added}
      onDone={({ secret }) => secret !== undefined && onSecret(secret)}
      onLeave={onLeave}
    >
      <Field
        label={newWebhook.address}
        type="url"
        autoComplete="off"
        value={form.url}
        wrong={tried && !isAddress(url)}
        error={tried && !isAddress(url) ? newWebhook.addressWrong : null}
        onChange={(event) => setForm({ ...form, url: event.target.value })}
      />
      <UseFields form={form} tried={tried} onChange={setForm} />
    </ChangeDialog>
  );
}

interface UseFieldsProps {
  readonly form: Form;
  readonly tried: boolean;
  readonly onChange: (form: Form) => void;
}

function UseFields({ form, tried, onChange }: UseFieldsProps) {
  const { newWebhook } = useCopy();
  return (
    <>
      <Segmented
        label={newWebhook.use}
        value={form.use}
        onChange={(use) => onChange({ ...form, use })}
        options={[
          { value: 'events', label: newWebhook.forEvents },
          { value: 'program', label: newWebhook.forProgram },
        ]}
      />
      {form.use === 'events' ? (
        <EventChoice
          chosen={form.events}
          error={tried && form.events.length === 0 ? newWebhook.eventsWrong : null}
          onChange={(events) => onChange({ ...form, events })}
        />
      ) : (
        <>
          <p className="small">{newWebhook.programHint}</p>
          <CheckBox
            label={newWebhook.onlySignedIn}
            checked={form.onlySignedIn}
            onChange={(onlySignedIn) => onChange({ ...form, onlySignedIn })}
          />
        </>
      )}
    </>
  );
}
