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
  users: 'Aktive Benutzer',
  refusals: 'Warum Anmeldungen abgelehnt wurden',
  stats: {
    made: 'Erstellte Schlüssel',
    redeemed: 'Eingelöste Schlüssel',
    refunded: 'Erstattete Schlüssel',
    signins: 'Anmeldungen',
    newusers: 'Neue Benutzer',
    refused: 'Abgelehnte Anmeldungen',
  },
  change: (share, more) => `${share} ${more ? 'mehr' : 'weniger'} als im Zeitraum davor`,
};
