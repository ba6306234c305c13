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
  signIn: 'Wieder anmelden',
  otherAccount: 'Anderes Konto verwenden',
  toForm: 'Zur Anmeldung',
  thisVersion: 'Diese Version',
  neededVersion: 'Nötige Version',
  ended: 'Abgelaufen',
  paused: 'Pausiert',
});

export const expired: Copy['expired'] = catalogue({
  title: 'Ihr Abonnement ist abgelaufen',
  plain: 'Für dieses Konto ist nichts mehr aktiv.',
  one: '{name} ist abgelaufen.',
  oneAt: '{name} ist am {date} abgelaufen.',
  several: 'Keines davon ist noch aktiv.',
  ways: {
    both: 'Verlängern Sie oder lösen Sie einen Schlüssel ein, dann geht es weiter.',
    redeem: 'Lösen Sie einen Schlüssel ein, dann geht es weiter.',
    renew: 'Verlängern Sie, dann geht es weiter.',
  },
});

export const never: Copy['never'] = catalogue({
  title: 'Noch nicht aktiv',
  text: 'Dieses Konto hat kein aktives Abonnement.',
  redeem: 'Lösen Sie einen Schlüssel ein, und Sie können starten.',
});

export const paused: Copy['paused'] = catalogue({
  title: 'Ihr Abonnement ist pausiert',
  text: '{brand} hat es pausiert. Ihr Konto bleibt unverändert; weiter geht es, sobald {brand} es freigibt.',
  named:
    '{brand} hat {name} pausiert. Ihr Konto bleibt unverändert; weiter geht es, sobald {brand} es freigibt.',
});

export const update: Copy['update'] = catalogue({
  title: 'Zeit für ein Update',
  text: 'Der Dienst arbeitet mit einer neueren Version von {brand}. Holen Sie sie, schließen Sie diese und machen Sie mit der neuen weiter.',
  withoutLink:
    'Der Dienst arbeitet mit einer neueren Version von {brand}. Holen Sie sie dort, wo Sie diese bekommen haben.',
});

export const appPaused: Copy['appPaused'] = catalogue({
  title: '{brand} ist pausiert',
  text: 'Es ist für alle pausiert. Ihr Konto und Ihre Abonnements bleiben unverändert. Sie können dieses Fenster offen lassen: Es geht von selbst weiter.',
  signedIn:
    'Es ist für alle pausiert. Sie bleiben angemeldet, und dieses Fenster geht von selbst weiter.',
});

export const appDisabled: Copy['appDisabled'] = catalogue({
  title: '{brand} ist abgeschaltet',
  text: 'Es ist für alle abgeschaltet. Wenn Sie wissen möchten, ob es wiederkommt, fragen Sie nach.',
});

export const banned: Copy['banned'] = catalogue({
  user: {
    title: 'Dieses Konto ist gesperrt',
    text: '{brand} hat es gesperrt. Wenn Sie das für einen Irrtum halten, fragen Sie nach.',
  },
  blacklist: {
    title: 'Der Zugang von hier ist gesperrt',
    text: '{brand} hat diesen Computer oder diese Verbindung gesperrt. Wenn Sie das für einen Irrtum halten, fragen Sie nach.',
  },
  reason: 'Begründung',
  withReason: 'Begründung: {reason}',
});

export const wrongDevice: Copy['wrongDevice'] = catalogue({
  title: 'Dieses Konto gehört zu einem anderen Computer',
  text: 'Es funktioniert auf einem Computer, und dieser ist es nicht. Ein neuer Computer oder eine größere Reparatur kann der Grund sein. {brand} kann Ihr Konto hierher übertragen.',
  copyMessage: 'Nachricht an {brand} kopieren',
  ask: 'Um Übertragung hierher bitten',
  asking: 'Wird angefragt…',
  asked: '{brand} wurde gefragt',
  askedBefore: '{brand} wurde schon früher gefragt',
  receipt:
    'Gesendet am {date}: der Benutzername {name} und dieser Computer, {device}. Sobald Sie von {brand} hören, versuchen Sie es hier noch einmal.',
  again: 'Um {time} können Sie wieder fragen.',
  copyReceipt: 'Beleg kopieren',
  notOffered: 'Der Dienst von {brand} nimmt von hier keine Anfragen an.',
  message:
    'Hallo,\n\n{brand} meldet, dass mein Konto zu einem anderen Computer gehört. Bitte übertragen Sie es auf diesen.\n\nBenutzername: {name}\nDieser Computer: {device}\nSupportcode: {code}\n\nVielen Dank!',
});

export const sessionEnded: Copy['sessionEnded'] = catalogue({
  title: 'Bitte melden Sie sich wieder an',
  text: 'Ihre Sitzung ist beendet. Das geschieht nach einigen Stunden, oder wenn {brand} sie beendet.',
});
