// German texts for progress messages, and short forms of ages.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const steps: Copy['steps'] = catalogue({
  'reading-device': 'Computer wird erkannt …',
  connecting: 'Verbindung zum Dienst wird hergestellt …',
  'signing-in': 'Benutzername und Passwort werden geprüft …',
  'checking-key': 'Schlüssel wird geprüft …',
  'creating-account': 'Konto wird erstellt …',
  'sending-mail': 'E‑Mail wird gesendet …',
  'sending-request': 'Anfrage wird gesendet …',
  'changing-name': 'Name wird geändert …',
  'preparing-two-factor': 'QR-Code wird erstellt …',
  'creating-recovery-codes': 'Wiederherstellungscodes werden erstellt …',
  'proving-two-factor': 'Änderung wird bestätigt …',
  'checking-code': 'Code wird geprüft …',
  'removing-computer': 'Computer wird entfernt …',
  'changing-password': 'Passwort wird geändert …',
  redeeming: 'Schlüssel wird eingelöst …',
  'checking-subscription': 'Abonnements werden geprüft …',
  'starting-app': 'Programm wird gestartet …',
  waiting: 'Warten auf den Dienst …',
});

export const waiting: Copy['waiting'] = catalogue({
  slow: 'Das dauert länger als üblich.',
  cancel: 'Abbrechen',
  again: 'Erneut versuchen in {time}',
  checking: 'Wird geprüft …',
  nextRetry: 'Wird in {time} erneut versucht.',
  retryingNow: 'Wird erneut versucht …',
  notYet: 'Zu viele Versuche. Ab {time} Uhr können Sie es erneut versuchen.',
  starting: '{name} wird vorbereitet …',
});

export const times: Copy['times'] = catalogue({
  justNow: 'gerade eben',
  secondsAgo: 'vor {count} s',
  minutesAgo: 'vor {count} min',
  hoursAgo: 'vor {count} h',
  lessThanMinute: 'weniger als eine Minute',
  inLessThanMinute: 'in weniger als einer Minute',
});
