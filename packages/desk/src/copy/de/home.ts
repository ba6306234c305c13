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
  active: 'Aktive Abonnements',
  firstSteps: {
    title: 'Erste Schritte',
    subscriptions: 'Erstellen Sie ein Abonnement, zum Beispiel „Pro“',
    licenses: 'Erstellen Sie Lizenzschlüssel dafür',
    releases: 'Veröffentlichen Sie eine Version Ihres Programms',
  },
  change: (share, more) => `${share} ${more ? 'mehr' : 'weniger'} als davor`,
  bulkChange: {
    title: 'Massenänderung',
    states: {
      running: 'Läuft',
      done: 'Fertig',
      cancelled: 'Abgebrochen',
      'not-allowed': 'Gestoppt: nicht mehr berechtigt',
    },
    progress: (rows, changed) => `${rows} Zeilen geprüft, ${changed} geändert`,
    begun: (when) => `Begonnen ${when}`,
    cancel: 'Änderung abbrechen',
    cancelTitle: 'Massenänderung abbrechen?',
    cancelText: 'Bereits geänderte Zeilen bleiben so. Die Änderung lässt sich nicht fortsetzen.',
    cancelled: (rows) => `Nach ${rows} Zeilen abgebrochen`,
  },
  attention: {
    title: 'Handlungsbedarf',
    webhooks: (count, number) =>
      number === 1
        ? '1 Webhook-Zustellung ist am letzten Tag fehlgeschlagen'
        : `${count} Webhook-Zustellungen sind am letzten Tag fehlgeschlagen`,
    ending: (count, number) =>
      number === 1
        ? '1 Abonnement endet innerhalb von 7 Tagen'
        : `${count} Abonnements enden innerhalb von 7 Tagen`,
    refusals: (reason, count, before) =>
      `Mehr abgelehnte Anmeldungen: ${reason}, diese Woche ${count}, davor ${before}`,
    reseller: (name, count, left) =>
      left === 1 ? `${name} hat noch 1 Schlüssel` : `${name} hat noch ${count} Schlüssel`,
  },
};
