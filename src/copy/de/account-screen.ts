// German texts for the account screen.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const accountScreen: Copy['accountScreen'] = catalogue({
  owned: 'Abonnements',
  since: 'Seit {date}',
  level: 'Stufe {level}',
  sinceAndLevel: 'Seit {date} · Stufe {level}',
  pausedText: 'Es zählt wieder, sobald {brand} es weiterlaufen lässt.',
  notices: 'Auch durch eine Benachrichtigung erinnern',
  noticesText:
    'Drei Tage und einen Tag, bevor ein Abonnement endet. In diesem Fenster steht es ohnehin.',
  kept: 'Gespeicherte Anmeldungen',
  keptText: 'Im Schlüsselspeicher dieses Computers, damit kein Passwort eingegeben werden muss.',
  keptOwn: 'Dieses Konto',
  redeemed: 'Auf diesem Computer eingelöst',
  redeemedText: 'Nur hier vermerkt. Eine Zeile zu entfernen nimmt dem Konto nichts.',
  redeemedNone: 'Hier ist nichts mehr vermerkt.',
  redeemedOn: 'Eingelöst am {date}',
  gaveNamed: '{name}, bis {date}',
  gaveForGood: '{name}, unbefristet',
  gaveUntil: 'Bis {date}',
  remove: 'Entfernen',
  removeOne: '{key} entfernen',
  removeAll: 'Alle entfernen',
  computer: 'Dieser Computer',
  boundSince: 'Das Konto ist seit {date} an ihn gebunden.',
  notBound: 'Das Konto ist nicht an ihn gebunden.',
  bindingUnknown: 'Der Dienst sagt nicht, ob das Konto an ihn gebunden ist.',
});
