// English texts for sending a support code to the brand.
import { catalogue } from '../sentences.ts';

export const sendReport = catalogue({
  ask: 'Send this to {brand}',
  title: 'Send this to {brand}?',
  text: 'Only this line is sent:',
  noted: "Also saved: the time, your IP address and, if you're signed in, your user name.",
  send: 'Send',
  sending: 'Sending…',
  notNow: 'Not now',
  /** {date}: the time of sending. */
  sent: 'Sent to {brand} on {date}.',
  sentBefore: 'Already sent to {brand} on {date}.',
});
