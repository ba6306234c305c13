// German texts for the support code, a failed window, and a page outside the loader.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const support: Copy['support'] = catalogue({
  details: 'Details kopieren',
  done: 'Kopiert',
  byHand: 'Das System hat das Kopieren nicht erlaubt. Der Text ist markiert: Drücken Sie {keys}.',
  copyKeys: { mac: '⌘C', elsewhere: 'Strg+C' },
  code: 'Supportcode',
  codeMeans: 'Nennen Sie ihn, wenn Sie {brand} um Hilfe bitten.',
  copied: '{name}\nLoader {loader}\nWas: {what}\nSupportcode: {code}\nZeit: {time}',
});

export const plain: Copy['plain'] = catalogue({
  noBridge: 'Diese Seite gehört zum Loader',
  noBridgeText: 'Bitte schließen Sie sie und machen Sie im Programm selbst weiter.',
  thisProgram: 'dieses Programm',
  failed: '{text} ({code})',
  stopped: 'In diesem Fenster ist ein Problem aufgetreten',
  stoppedText:
    'Starten Sie es neu, um weiterzumachen. Wenn das Problem wiederkommt, kopieren Sie die Details und senden Sie sie an {brand}.',
  restart: 'Neu starten',
  code: 'Supportcode {code}. Er bezeichnet dieses Problem im Protokoll, das dieses Programm auf Ihrem Computer führt.',
});
