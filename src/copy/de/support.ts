// German texts for the support code, a failed window, and a page outside the loader.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const support: Copy['support'] = catalogue({
  details: 'Details kopieren',
  done: 'Kopiert',
  copyManually: 'Das Kopieren hat nicht funktioniert. Der Text ist markiert: Drücken Sie {keys}.',
  copyKeys: { mac: '⌘C', elsewhere: 'Strg+C' },
  code: 'Supportcode',
  codeMeans: 'Nennen Sie diesen Code, wenn Sie sich an {brand} wenden.',
  modifiedCommit: '{commit}, geändert',
  copied: '{name}\nLoader {loader}\nProblem: {what}\nSupportcode: {code}\nZeit: {time}',
});

export const plain: Copy['plain'] = catalogue({
  noBridge: 'Diese Seite funktioniert nur im Loader',
  noBridgeText: 'Schließen Sie die Seite und öffnen Sie den Loader.',
  maker: 'den Hersteller dieses Loaders',
  failed: '{text} ({code})',
  stopped: 'In diesem Fenster ist ein Problem aufgetreten',
  stoppedText:
    'Starten Sie es neu, um fortzufahren. Falls es wieder passiert, kopieren Sie die Details und senden Sie sie an {brand}.',
  restart: 'Neu starten',
  code: 'Supportcode {code}. Nennen Sie ihn, wenn Sie sich an {brand} wenden.',
});
