// German texts for the Ready screen and notices.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const ready: Copy['ready'] = catalogue({
  ready: 'Startbereit',
  starting: 'Wird gestartet',
  launch: 'Starten',
  launching: 'Wird gestartet …',
  autoLaunch: 'Startet automatisch in {time}.',
  autoLaunchSpoken: 'Startet in wenigen Sekunden. Escape bricht ab.',
  runningTitle: '{name} läuft',
  runningText: 'Sie können dieses Fenster schließen. Das Programm läuft weiter.',
  subscriptions: 'Ihre Abonnements',
  redeem: 'Schlüssel einlösen',
  announcement: 'Ankündigung',
  readMore: 'Mehr auf {host}',
  planUntil: '{name} bis {date}',
  planLifetime: '{name}, unbefristet',
  offlineUntil: 'Sie können bis {date} offline arbeiten',
  goOnline: 'Anmelden, um online zu gehen',
  installOnline: 'Installation nur online möglich',
  redeemShort: 'Einlösen',
  atNextSignIn:
    'Sie haben einen Schlüssel eingelöst. Melden Sie sich erneut an, um das neue Datum zu sehen.',
});

export const subscription: Copy['subscription'] = catalogue({
  lifetime: 'Unbefristet',
  active: 'Aktiv',
  ended: 'Abgelaufen',
  endsSoon: 'Läuft {when} ab',
  until: 'bis {date}',
  untilOrLater: 'bis {date} oder später',
  untilWithRest: 'bis {date} · noch {left}',
  endedOn: 'abgelaufen am {date}',
});

export const notice: Copy['notice'] = catalogue({
  dismiss: 'Meldung schließen',
  endsSoon: '{name} läuft {when} ab',
  remindTomorrow: 'Morgen erinnern',
  endsSoonAt: 'Das Abonnement läuft noch bis zum {date}.',
  endsSoonNextSteps: {
    both: 'Verlängern Sie es oder lösen Sie einen Schlüssel ein, damit es aktiv bleibt.',
    redeem: 'Lösen Sie einen Schlüssel ein, damit es aktiv bleibt.',
    renew: 'Verlängern Sie es, damit es aktiv bleibt.',
  },
  nameChanged: 'Ihr Benutzername ist jetzt {name}',
  nameChangedSignIn: 'Melden Sie sich damit an. Ihr Passwort bleibt gleich.',
  closedUnexpectedly: '{brand} wurde unerwartet beendet',
  closedText:
    'Sie können das Programm erneut starten. Falls es wieder passiert, wenden Sie sich an {brand}.',
  closedNumber:
    'Sie können das Programm erneut starten. Falls es wieder passiert, wenden Sie sich an {brand} und nennen Sie die Zahl {number}.',
  updateSoon: 'Ein neuer Loader für {brand} ist verfügbar',
  updateSoonNamed: 'Loader {version} für {brand} ist verfügbar',
  updateBy: 'Dieser Loader funktioniert bis zum {date}.',
  updateNow: 'Dieser Loader funktioniert bei der nächsten Anmeldung vielleicht nicht mehr.',
  updateHow: 'Laden Sie den neuen Loader dort herunter, wo Sie diesen erhalten haben.',
  renewed: 'Danke, Ihr Abonnement ist aktiv',
  renewedUntil: 'Danke, aktiv bis {date}',
  renewedLifetime: 'Ihr Abonnement ist unbefristet.',
  stoppedBySystem: 'Ihr System hat das Programm beendet.',
  sentence: '{title}.',
});
