// German texts for deep links.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const wish: Copy['wish'] = catalogue({
  filled: 'Aus dem Link übernommen, den Sie geöffnet haben. Es wurde nichts gesendet.',
  notNew:
    'Der Link war für ein neues Konto. Hier zählt der Schlüssel für dieses. Für ein neues melden Sie sich erst ab und öffnen den Link noch einmal.',
  offer: {
    title: 'Ein Link brachte einen Schlüssel',
    text: 'Was Sie hier tun, bleibt, wie es ist. Der Schlüssel aus dem Link: {key}',
    use: 'Diesen Schlüssel verwenden',
  },
  waits: {
    title: 'Ein Link brachte einen Schlüssel',
    text: 'Er wird aufgehoben und eingetragen, sobald Platz für ihn ist. Von selbst wird nichts gesendet.',
  },
  redeemOff: {
    title: 'Dieser Link ist hier nicht verwendbar',
    text: 'Er ist zum Einlösen eines Schlüssels, was {brand} in diesem Programm nicht anbietet.',
  },
  registerOff: {
    title: 'Dieser Link ist hier nicht verwendbar',
    text: 'Er ist zum Anlegen eines Kontos, was {brand} in diesem Programm nicht anbietet.',
  },
  signOutFirst: {
    title: 'Dieser Link ist für ein neues Konto',
    text: 'Um eines anzulegen, melden Sie sich erst ab und öffnen den Link noch einmal.',
  },
  unreadable: {
    title: 'Dieser Link ist nicht verwendbar',
    text: 'In ihm war kein Schlüssel zu lesen. Kopieren Sie den Schlüssel und fügen Sie ihn hier ein.',
  },
});
