// German: what is said while something is under way, how long ago something was, and what a check found.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const steps: Copy['steps'] = catalogue({
  'reading-device': 'Dieser Computer wird erkannt…',
  connecting: 'Verbindung zum Dienst…',
  'signing-in': 'Benutzername und Passwort werden geprüft…',
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

export const found: Copy['found'] = catalogue({
  ended: 'Geprüft {ago}: immer noch abgelaufen.',
  never: 'Geprüft {ago}: immer noch nicht aktiv.',
  paused: 'Geprüft {ago}: immer noch pausiert.',
  off: 'Geprüft {ago}: immer noch abgeschaltet.',
  update: 'Geprüft {ago}: Diese Version ist immer noch zu alt.',
  device: 'Geprüft {ago}: immer noch ein anderer Computer.',
  unreachable: 'Geprüft {ago}: immer noch dasselbe.',
  unchanged: 'Geprüft {ago}: Nichts hat sich geändert.',
  changed: 'Geprüft {ago}: Was Sie sehen, ist aktuell.',
  session: 'Geprüft {ago}: Sie sind angemeldet.',
});

export const times: Copy['times'] = catalogue({
  justNow: 'gerade eben',
  secondsAgo: 'vor {count} s',
  minutesAgo: 'vor {count} min',
  hoursAgo: 'vor {count} h',
  lessThanMinute: 'weniger als eine Minute',
  inLessThanMinute: 'in weniger als einer Minute',
});
