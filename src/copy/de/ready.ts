// German texts for the Ready screen and notices.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const ready: Copy['ready'] = catalogue({
  ready: 'Bereit zum Start',
  starting: 'Wird gestartet',
  running: 'Läuft',
  launch: 'Starten',
  launching: 'Wird gestartet…',
  byItself: 'Startet von selbst in {time}.',
  byItselfSaid: 'Startet in wenigen Sekunden von selbst. Escape bricht ab.',
  runningTitle: '{name} läuft',
  runningText: 'Sie können dieses Fenster schließen; das Programm läuft weiter.',
  subscriptions: 'Ihre Abonnements',
  redeem: 'Schlüssel einlösen',
  announcement: 'Ankündigung',
  atNextSignIn:
    'Sie haben einen Schlüssel eingelöst. Der Dienst nennt das neue Datum bei Ihrer nächsten Anmeldung.',
});

export const subscription: Copy['subscription'] = catalogue({
  lifetime: 'Unbefristet',
  active: 'Aktiv',
  ended: 'Abgelaufen',
  endsSoon: 'Endet {when}',
  noEnd: 'endet nicht',
  until: 'bis {date}',
  untilOrLater: 'bis {date} oder später',
  untilWithRest: 'bis {date} · noch {left}',
  endedOn: 'abgelaufen am {date}',
});

export const notice: Copy['notice'] = catalogue({
  dismiss: 'Diese Meldung schließen',
  endsSoon: '{name} endet {when}',
  remindTomorrow: 'Morgen erinnern',
  endsSoonAt: 'Am {date}.',
  endsSoonWays: {
    both: 'Verlängern Sie oder lösen Sie einen Schlüssel ein, damit es ohne Unterbrechung weitergeht.',
    redeem: 'Lösen Sie einen Schlüssel ein, damit es ohne Unterbrechung weitergeht.',
    renew: 'Verlängern Sie, damit es ohne Unterbrechung weitergeht.',
  },
  nameChanged: 'Ihr Benutzername ist jetzt {name}',
  nameChangedSignIn: 'Melden Sie sich damit und mit Ihrem bisherigen Passwort an.',
  closed: '{brand} wurde geschlossen',
  closedUnexpectedly: '{brand} wurde unerwartet geschlossen',
  closedText:
    'Sie können das Programm wieder starten. Wenn es noch einmal geschieht, bitten Sie um Hilfe.',
  updateSoon: 'Es gibt einen neuen Loader für {brand}',
  updateSoonNamed: 'Loader {version} für {brand} ist verfügbar',
  updateBy: 'Dieser Loader funktioniert bis {date}.',
  updateNow: 'Dieser Loader wird bei der nächsten Anmeldung vielleicht nicht mehr angenommen.',
  updateHow: 'Holen Sie ihn dort, wo Sie diesen Loader bekommen haben.',
  renewed: 'Danke, Ihr Abonnement ist aktiv',
  renewedUntil: 'Danke, aktiv bis {date}',
  renewedForGood: 'Es endet nicht.',
  stoppedBySystem: 'Das System hat es beendet.',
  closedNumber: 'Als Grund gab es die Zahl {number} an: Nennen Sie sie, wenn Sie fragen.',
  sentence: '{title}.',
});
