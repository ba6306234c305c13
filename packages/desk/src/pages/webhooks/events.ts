// Names of events as the seller API sends them.
import { eventNames, type EventName } from '@latchkey/protocol/seller/event-names.ts';
import type { Copy } from '../../copy/copy.ts';

/** The known events of a list that is joined by commas. */
export function eventsIn(text: string): readonly EventName[] {
  const names = text.split(',');
  return eventNames.filter((name) => names.includes(name));
}

/** An event in words. Of an unknown one, its name. */
export function eventText({ events, testEvent }: Copy['webhooks'], event: string): string {
  if (event === 'test') return testEvent;
  const [known] = eventsIn(event);
  return known === undefined ? event : events[known].name;
}
