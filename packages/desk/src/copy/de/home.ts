// German: the first page of an application.
import type { Copy } from '../copy.ts';

export const home: Copy['home'] = {
  title: 'Übersicht',
  period: 'Zeitraum',
  days: '30 Tage',
  weeks: '12 Wochen',
  months: '12 Monate',
  date: 'Datum',
  keys: 'Lizenzschlüssel',
  signIns: 'Anmeldungen',
  refusals: 'Warum Anmeldungen abgelehnt wurden',
  series: {
    made: 'Erstellte Schlüssel',
    redeemed: 'Eingelöste Schlüssel',
    refunded: 'Erstattete Schlüssel',
    signins: 'Anmeldungen',
    users: 'Aktive Benutzer',
    newusers: 'Neue Benutzer',
    refused: 'Abgelehnte Anmeldungen',
  },
  change: (share, more) => `${share} ${more ? 'mehr' : 'weniger'} als im Zeitraum davor`,
};
