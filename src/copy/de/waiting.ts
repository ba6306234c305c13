// German texts for progress messages, and short forms of ages.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const steps: Copy['steps'] = catalogue({
  'reading-device': 'Dieser Computer wird erkannt…',
  connecting: 'Verbindung zum Dienst…',
  'signing-in': 'Benutzername und Passwort werden geprüft…',
  'checking-key': 'Der Schlüssel wird geprüft…',
  'creating-account': 'Ihr Konto wird angelegt…',
  'sending-mail': 'Die E‑Mail wird angefordert…',
  'sending-request': 'Ihre Anfrage wird gesendet…',
  'changing-name': 'Ihr Name wird geändert…',
  'preparing-two-factor': 'Ein Geheimnis wird angefordert…',
  'proving-two-factor': 'Der Dienst wird gefragt, ob es so ist…',
  'checking-code': 'Der Code wird geprüft…',
  redeeming: 'Der Schlüssel wird eingelöst…',
  'checking-subscription': 'Ihre Abonnements werden abgefragt…',
  'starting-app': 'Das Programm wird gestartet…',
  waiting: 'Warten auf den Dienst…',
});

export const waiting: Copy['waiting'] = catalogue({
  slow: 'Das dauert länger als üblich.',
  cancel: 'Abbrechen',
  again: 'Erneut in {time}',
  checking: 'Wird geprüft…',
  byItself: 'Neuer Versuch von selbst in {time}.',
  byItselfNow: 'Neuer Versuch läuft…',
  notYet: 'Nichts wurde gesendet: Der Dienst bittet Sie, bis {time} zu warten.',
  starting: '{name} wird vorbereitet…',
});

export const times: Copy['times'] = catalogue({
  justNow: 'gerade eben',
  secondsAgo: 'vor {count} s',
  minutesAgo: 'vor {count} min',
  hoursAgo: 'vor {count} h',
  lessThanMinute: 'weniger als eine Minute',
  inLessThanMinute: 'in weniger als einer Minute',
});
