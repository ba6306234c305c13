// German: balances of resellers, their changes, and customers.
import type { Copy } from '../copy.ts';

export const balance: Copy['balance'] = {
  title: 'Guthaben',
  description: 'Schlüssel, die Sie noch erstellen dürfen.',
  make: 'Schlüssel erstellen',
  keysOf: (_count, shown, days) => `${shown} Schlüssel für ${days}`,
  lifetimeKeys: (count, shown) =>
    `${shown} ${count === 1 ? 'unbefristeter' : 'unbefristete'} Schlüssel`,
  keys: (_count, shown) => `${shown} Schlüssel`,
  anyLevel: 'Beliebige Stufe',
  left: 'Nach Stufe und Laufzeit',
  canMake: 'Schlüssel, die Sie erstellen können',
  canMakeText: 'Schlüssel für eine beliebige Stufe stehen in jeder Spalte.',
  level: 'Stufe',
  duration: 'Laufzeit',
  granted: 'Gutgeschrieben',
  made: 'Erstellt',
  rest: 'Verbleibend',
  empty: 'Kein Guthaben mehr',
  emptyText: 'Bitten Sie den Verkäufer um weitere Schlüssel.',
  emptySeller: 'Noch kein Guthaben gutgeschrieben',
  emptySellerText: 'Ohne Guthaben kann dieser Reseller keine Schlüssel erstellen.',
  entries: 'Änderungen',
  when: 'Zeitpunkt',
  what: 'Vorgang',
  change: 'Schlüssel',
  by: 'Von',
  application: 'Schlüssel der Anwendung',
  noEntries: 'Noch keine Änderungen',
  noEntriesText: 'Hier erscheinen gutgeschriebene und erstellte Schlüssel.',
  takenBack: 'zurückgenommen',
};

export const grant: Copy['grant'] = {
  title: (name) => `Guthaben von ${name}`,
  text: 'Zurücknehmen betrifft nur Schlüssel, die noch nicht erstellt wurden.',
  direction: 'Richtung',
  give: 'Gutschreiben',
  take: 'Zurücknehmen',
  level: 'Stufe der Schlüssel',
  now: 'Jetzt',
  after: 'Danach',
  amount: (duration) => `Schlüssel: ${duration}`,
  tooFew: (duration, left) => `${duration}: Nur ${left} können zurückgenommen werden.`,
  tooMany: (duration, most) => `${duration}: Höchstens ${most} Schlüssel.`,
  notNumber: (duration) => `${duration}: Geben Sie eine ganze Zahl ein.`,
  nothing: 'Geben Sie eine Anzahl ein.',
  giveSubmit: (keys) => `${keys} gutschreiben`,
  takeSubmit: (keys) => `${keys} zurücknehmen`,
  done: (name) => `Das Guthaben von ${name} ist geändert.`,
};

export const customers: Copy['customers'] = {
  title: 'Kunden',
  description: 'Benutzer, die Ihre Schlüssel eingelöst haben.',
  list: 'Kunden',
  name: 'Name',
  keys: 'Eingelöste Schlüssel',
  last: 'Zuletzt eingelöst',
  empty: 'Noch keine Kunden',
  emptyText: 'Benutzer erscheinen hier, sobald sie einen Schlüssel einlösen.',
};
