// German texts for the redeem form and its receipt.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const redeem: Copy['redeem'] = catalogue({
  title: 'Schlüssel einlösen',
  lead: 'Für das Konto {name}.',
  leadSignedOut: 'Für welches Konto ist der Schlüssel? Sie müssen sich nicht anmelden.',
  username: 'Benutzername',
  usernameMissing: 'Geben Sie den Benutzernamen des Kontos ein.',
  key: 'Lizenzschlüssel',
  keyMissing: 'Geben Sie Ihren Schlüssel ein.',
  tooMuch: {
    one: 'Das ist {count} Zeichen, zu viel für einen Schlüssel. Kopieren Sie nur den Schlüssel.',
    other:
      'Das sind {count} Zeichen, zu viele für einen Schlüssel. Kopieren Sie nur den Schlüssel.',
  },
  submit: 'Einlösen',
  busyLabel: 'Wird eingelöst …',
  use: '{key} verwenden',
  keepOne: 'Nur einen behalten',
  changes: {
    trimmed: 'Der Text um den Schlüssel wurde entfernt.',
    repaired: 'Das Format wurde korrigiert. Prüfen Sie Ihren Schlüssel.',
    found: 'Der Schlüssel wurde im eingefügten Text gefunden.',
  },
  warnings: {
    doubled: 'Das sieht nach zweimal demselben Schlüssel aus.',
    several: 'Der Text enthält mehrere Schlüssel. Dies ist der erste.',
    sentence: 'Das ist mehr als ein Schlüssel. Kopieren Sie nur den Schlüssel.',
    mail: 'Das sieht nach einer E‑Mail-Adresse aus, nicht nach einem Schlüssel.',
    web: 'Das sieht nach einer Webadresse aus, nicht nach einem Schlüssel.',
    code: 'Das sieht nach einem Einmalcode aus, nicht nach einem Schlüssel.',
    'other-form': 'Dieser Schlüssel scheint unvollständig zu sein.',
  },
});

export const receipt: Copy['receipt'] = catalogue({
  added: '{length} hinzugefügt',
  lifetimeAdded: 'Unbefristeter Zugang hinzugefügt',
  title: 'Schlüssel eingelöst',
  lead: 'Eingelöst für das Konto {name}.',
  until: 'Bis',
  untilDate: 'bis {date}',
  before: 'Zuvor bis {date}.',
  atNextSignIn: 'Melden Sie sich erneut an, um das Datum zu sehen.',
  key: 'Schlüssel',
  redeemed: 'Eingelöst',
  copy: 'Beleg kopieren',
  signIn: 'Anmelden',
  done: 'Fertig',
  another: 'Weiteren einlösen',
  lifetime: 'Unbefristet',
  copied: 'Konto: {name}\nSchlüssel: {key}\nEingelöst: {date}',
});

export const keyAlreadyRedeemed: Copy['keyAlreadyRedeemed'] = catalogue({
  title: 'Sie haben diesen Schlüssel bereits eingelöst',
  text: 'Er gehört zu Ihrem Konto {name}. Sie müssen nichts weiter tun.',
});
