// German texts for sending a support code to the brand.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const sendReport: Copy['sendReport'] = catalogue({
  ask: 'An {brand} senden',
  title: 'An {brand} senden?',
  text: 'Nur diese Zeile wird gesendet:',
  noted:
    'Gespeichert werden auch Zeitpunkt, IP-Adresse und, falls Sie angemeldet sind, Ihr Benutzername.',
  send: 'Senden',
  sending: 'Wird gesendet …',
  notNow: 'Nicht jetzt',
  sent: 'Am {date} an {brand} gesendet.',
  sentBefore: 'Bereits am {date} an {brand} gesendet.',
});
