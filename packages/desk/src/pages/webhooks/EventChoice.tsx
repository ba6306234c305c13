// Checkboxes for the events that a webhook receives.
import { useId } from 'react';
import { CheckBox } from '@latchkey/kit/CheckBox.tsx';
import { eventNames, type EventName } from '@latchkey/protocol/seller/event-names.ts';
import { useCopy } from '../../copy/language.ts';
import { Choices } from '../team/Choices.tsx';

interface EventChoiceProps {
  readonly chosen: readonly EventName[];
  readonly error: string | null;
  readonly onChange: (chosen: readonly EventName[]) => void;
}

export function EventChoice({ chosen, error, onChange }: EventChoiceProps) {
  const { newWebhook, webhooks } = useCopy();
  const id = useId();
  const toggle = (event: EventName, isOn: boolean) =>
    onChange(eventNames.filter((name) => (name === event ? isOn : chosen.includes(name))));
  return (
    <Choices title={newWebhook.events} error={error}>
      {eventNames.map((event) => (
        <div key={event} className="event-choice">
          <CheckBox
            label={webhooks.events[event].name}
            describedBy={`${id}-${event}`}
            checked={chosen.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
          <span className="small" id={`${id}-${event}`}>
            {webhooks.events[event].text}
          </span>
        </div>
      ))}
    </Choices>
  );
}
