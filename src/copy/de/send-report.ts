// German texts for sending a support code to the brand.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const sendReport: Copy['sendReport'] = catalogue({
  ask: 'An {brand} senden',
  title: 'Das an {brand} senden?',
  text: 'Diese Zeile geht Wort für Wort hinaus, und sonst nichts von diesem Computer:',
  noted:
    'Der Dienst merkt sich dazu die Zeit, Ihre IP und, solange Sie angemeldet sind, Ihren Benutzernamen.',
  send: 'Senden',
  sending: 'Wird gesendet…',
  notNow: 'Nicht jetzt',
  sent: 'Gesendet an {brand} am {date}.',
  sentBefore: 'Das wurde schon an {brand} gesendet, am {date}.',
});
