// German texts for deep links.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const deepLink: Copy['deepLink'] = catalogue({
  filled: 'Aus Ihrem Link übernommen. Es wurde nichts gesendet.',
  notNew:
    'Hier lösen Sie den Schlüssel für Ihr Konto ein. Für ein neues Konto melden Sie sich ab und öffnen den Link erneut.',
  offer: {
    title: 'Ihr Link enthält einen Schlüssel',
    text: 'Der Schlüssel ist {key}. Er ersetzt Ihre Eingabe, wenn Sie ihn verwenden.',
    use: 'Schlüssel verwenden',
  },
  waits: {
    title: 'Ihr Link enthält einen Schlüssel',
    text: 'Sie können ihn später einlösen. Es wurde nichts gesendet.',
  },
  redeemOff: {
    title: 'Dieser Link kann hier nicht verwendet werden',
    text: 'Bei {brand} können Sie hier keine Schlüssel einlösen.',
  },
  registerOff: {
    title: 'Dieser Link kann hier nicht verwendet werden',
    text: 'Bei {brand} können Sie hier keine Konten erstellen.',
  },
  signOutFirst: {
    title: 'Dieser Link ist für ein neues Konto',
    text: 'Melden Sie sich zuerst ab und öffnen Sie den Link erneut.',
  },
  unreadable: {
    title: 'Dieser Link kann nicht verwendet werden',
    text: 'Er enthält keinen Schlüssel. Kopieren Sie Ihren Schlüssel und fügen Sie ihn hier ein.',
  },
});
