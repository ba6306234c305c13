// German texts for the redeem form and its receipt.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const redeem: Copy['redeem'] = catalogue({
  title: 'Schlüssel einlösen',
  lead: 'Für das Konto {name}.',
  leadSignedOut: 'Für welches Konto ist der Schlüssel? Sie müssen dafür nicht angemeldet sein.',
  username: 'Benutzername',
  usernameMissing: 'Geben Sie den Benutzernamen des Kontos ein.',
  key: 'Lizenzschlüssel',
  keyMissing: 'Fügen Sie Ihren Schlüssel ein oder tippen Sie ihn ab.',
  tooMuch: {
    one: 'Das ist {count} Zeichen, zu viel für einen Schlüssel. Kopieren Sie nur den Schlüssel.',
    other:
      'Das sind {count} Zeichen, zu viele für einen Schlüssel. Kopieren Sie nur den Schlüssel.',
  },
  submit: 'Einlösen',
  verb: 'Wird eingelöst…',
  use: '{key} verwenden',
  keepOne: 'Nur einen behalten',
  taken: {
    trimmed: 'Was um den Schlüssel herum stand, wurde weggelassen.',
    repaired: 'In die Form eines Schlüssels gebracht. Vergleichen Sie ihn mit Ihrem.',
    found: 'Der Schlüssel wurde aus dem eingefügten Text genommen.',
  },
  doubt: {
    doubled: 'Das sieht nach zweimal demselben Schlüssel aus.',
    several: 'Der Text enthielt mehrere Schlüssel. Dies ist der erste.',
    sentence: 'Das war mehr als ein Schlüssel. Kopieren Sie nur den Schlüssel.',
    mail: 'Das sieht nach einer E‑Mail-Adresse aus, nicht nach einem Schlüssel.',
    web: 'Das sieht nach einer Webadresse aus, nicht nach einem Schlüssel.',
    code: 'Das sieht nach einem Einmalcode aus, nicht nach einem Schlüssel.',
    'other-form': 'Das sieht nicht nach einem vollständigen Schlüssel aus.',
  },
});

export const receipt: Copy['receipt'] = catalogue({
  title: 'Schlüssel eingelöst',
  lead: 'Er gilt für das Konto {name}.',
  until: 'Bis',
  untilDate: 'bis {date}',
  before: 'Zuvor bis {date}.',
  atNextSignIn: 'Der Dienst nennt das Datum bei Ihrer nächsten Anmeldung.',
  key: 'Schlüssel',
  redeemed: 'Eingelöst',
  copy: 'Beleg kopieren',
  signIn: 'Anmelden',
  carryOn: 'Weiter',
  notNow: 'Nicht jetzt',
  another: 'Weiteren einlösen',
  lifetime: 'Unbefristet',
  copied: 'Konto: {name}\nSchlüssel: {key}\nEingelöst: {date}',
});

export const owned: Copy['owned'] = catalogue({
  title: 'Diesen Schlüssel haben Sie bereits eingelöst',
  text: 'Alles in Ordnung: Er gilt für {name}. Ein Schlüssel wird nur einmal eingelöst.',
});
