// German texts for the account states.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const state: Copy['state'] = catalogue({
  signedInAs: 'Angemeldet als',
  userName: 'Benutzername',
  device: 'Dieser Computer',
  copy: 'Kopieren',
  redeem: 'Schlüssel einlösen',
  again: 'Erneut versuchen',
  checkAgain: 'Erneut prüfen',
  signOut: 'Abmelden',
  signIn: 'Erneut anmelden',
  otherAccount: 'Anderes Konto verwenden',
  moreOptions: 'Weitere Optionen',
  toForm: 'Zur Anmeldung',
  back: 'Zurück',
  thisVersion: 'Dieser Loader',
  neededVersion: 'Neuer Loader',
  ended: 'Abgelaufen',
  paused: 'Pausiert',
});

export const offline: Copy['offline'] = catalogue({
  ended: 'Die Offline-Nutzung endete am {date}. Gehen Sie einmal online, um fortzufahren.',
});

export const seatHeld: Copy['seatHeld'] = catalogue({
  title: 'Sie können sich hier noch nicht anmelden',
  text: 'Ein entfernter Computer kann noch offline arbeiten. Versuchen Sie es später erneut.',
  textWithDate:
    'Ein entfernter Computer kann bis {date} offline arbeiten. Melden Sie sich hier danach an.',
});

export const expired: Copy['expired'] = catalogue({
  title: 'Ihr Abonnement ist abgelaufen',
  plain: 'Dieses Konto hat kein aktives Abonnement.',
  one: '{name} ist abgelaufen.',
  oneAt: '{name} ist am {date} abgelaufen.',
  several: 'Keines davon ist aktiv.',
  nextSteps: {
    both: 'Verlängern Sie Ihr Abonnement oder lösen Sie einen Schlüssel ein, um fortzufahren.',
    redeem: 'Lösen Sie einen Schlüssel ein, um fortzufahren.',
    renew: 'Verlängern Sie Ihr Abonnement, um fortzufahren.',
  },
});

export const never: Copy['never'] = catalogue({
  title: 'Noch nicht aktiv',
  text: 'Dieses Konto hat kein aktives Abonnement.',
  redeem: 'Lösen Sie einen Schlüssel ein, um loszulegen.',
});

export const paused: Copy['paused'] = catalogue({
  title: 'Ihr Abonnement ist pausiert',
  text: '{brand} hat es pausiert. Es läuft weiter, sobald {brand} es wieder aktiviert.',
  named:
    '{brand} hat {name} pausiert. Das Abonnement läuft weiter, sobald {brand} es wieder aktiviert.',
});

export const update: Copy['update'] = catalogue({
  title: 'Zeit für ein Update',
  text: 'Sie brauchen einen neuen Loader für {brand}. Laden Sie ihn herunter und schließen Sie dann dieses Fenster.',
  withoutLink:
    'Sie brauchen einen neuen Loader für {brand}. Laden Sie ihn dort herunter, wo Sie diesen erhalten haben.',
});

export const loaderUpdate: Copy['loaderUpdate'] = catalogue({
  ready: 'Ein Update ist bereit',
  readyText: 'Starten Sie jetzt neu. Sonst wird Loader {version} beim nächsten Start installiert.',
  requiredText: 'Loader {version} ist bereit. Starten Sie neu, um fortzufahren.',
  restart: 'Jetzt neu starten',
  restarting: 'Wird neu gestartet …',
  hideNotes: 'Weniger anzeigen',
});

export const appPaused: Copy['appPaused'] = catalogue({
  title: '{brand} ist pausiert',
  text: 'Die Pause gilt für alle. Ihr Konto ist nicht betroffen, und hier geht es danach automatisch weiter.',
  signedIn:
    'Die Pause gilt für alle. Sie bleiben angemeldet, und hier geht es danach automatisch weiter.',
});

export const appDisabled: Copy['appDisabled'] = catalogue({
  title: '{brand} ist abgeschaltet',
  text: 'Das gilt für alle. Mehr erfahren Sie von {brand}.',
});

export const banned: Copy['banned'] = catalogue({
  user: {
    title: 'Dieses Konto ist gesperrt',
    text: 'Wenden Sie sich an {brand}, falls das ein Irrtum ist.',
  },
  blacklist: {
    title: 'Der Zugang ist hier gesperrt',
    text: '{brand} hat diesen Computer oder diese Verbindung gesperrt. Wenden Sie sich an {brand}, falls das ein Irrtum ist.',
  },
  reason: 'Grund',
  withReason: 'Grund: {reason}',
});

export const wrongDevice: Copy['wrongDevice'] = catalogue({
  title: 'Dieses Konto gehört zu einem anderen Computer',
  text: 'Es funktioniert nur auf einem Computer. {brand} kann es auf diesen übertragen.',
  copyMessage: 'Nachricht an {brand} kopieren',
  ask: 'Übertragung anfragen',
  asking: 'Wird angefragt …',
  asked: 'Anfrage an {brand} gesendet',
  askedBefore: 'Anfrage bereits an {brand} gesendet',
  receipt:
    'Am {date} für {name} und diesen Computer ({device}) gesendet. Versuchen Sie es hier erneut, sobald {brand} antwortet.',
  again: 'Ab {time} Uhr können Sie erneut anfragen.',
  copyReceipt: 'Beleg kopieren',
  notOffered: '{brand} nimmt hier keine Anfragen an. Kopieren Sie stattdessen eine Nachricht.',
  message:
    'Hallo,\n\nmein Konto für {brand} gehört zu einem anderen Computer. Bitte übertragen Sie es auf diesen.\n\nBenutzername: {name}\nDieser Computer: {device}\nSupportcode: {code}\n\nVielen Dank!',
});

export const sessionEnded: Copy['sessionEnded'] = catalogue({
  title: 'Bitte melden Sie sich erneut an',
  text: 'Ihre Sitzung ist abgelaufen oder wurde von {brand} beendet.',
});
