// German texts of the account in the settings.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const accountScreen: Copy['accountScreen'] = catalogue({
  subscriptions: 'Abonnements',
  since: 'Seit {date}',
  level: 'Stufe {level}',
  sinceAndLevel: 'Seit {date} · Stufe {level}',
  pausedText: 'Läuft weiter, sobald {brand} es wieder aktiviert.',
  savedAccounts: 'Gespeicherte Konten',
  savedAccountsText: 'Für diese Konten müssen Sie weder Passwort noch Schlüssel eingeben.',
  currentAccount: 'Dieses Konto',
  redeemed: 'Auf diesem Computer eingelöst',
  redeemedText: 'Diese Liste gibt es nur auf diesem Computer. Ihr Konto bleibt unverändert.',
  redeemedNone: 'Diese Liste enthält keine Schlüssel.',
  redeemedOn: 'Eingelöst am {date}',
  addedNamed: '{name}, bis {date}',
  addedLifetime: '{name}, unbefristet',
  addedUntil: 'Bis {date}',
  remove: 'Entfernen',
  removeOne: '{key} entfernen',
  removeAll: 'Alle entfernen',
  computer: 'Dieser Computer',
  boundSince: 'Seit dem {date} mit diesem Konto verknüpft.',
  notBound: 'Nicht mit diesem Konto verknüpft.',
  bindingUnknown: 'Es ist nicht bekannt, ob dieser Computer mit dem Konto verknüpft ist.',
});
