// German texts outside the window, such as system dialogs.
import type { ProgramCopy } from '../en/program.ts';
import { catalogue } from '../sentences.ts';

export const program: ProgramCopy = catalogue({
  locale: 'de',
  cannotDraw: {
    message: '{name} kann das Fenster nicht anzeigen',
    detail: 'Versuchen Sie einen Neustart. Hilft das nicht, starten Sie den Computer neu.',
    restart: 'Neu starten',
  },
  cannotStart: '{name} kann nicht gestartet werden',
  configuration:
    'Wenden Sie sich an den Hersteller dieses Loaders. Die Einstellungen enthalten Fehler:',
  refusedSwitch:
    '{name} kann mit {switch} nicht gestartet werden. Starten Sie {name} ohne diese Option.',
  chooseFolder: 'Ordner für {name} wählen',
  notices: {
    ends: '{name} läuft bald ab',
    endsText: 'Es läuft noch bis zum {date}.',
    allowed: 'So sehen Benachrichtigungen aus. Sie erhalten eine, bevor ein Abonnement abläuft.',
  },
  quit: 'Beenden',
  edit: { cut: 'Ausschneiden', copy: 'Kopieren', paste: 'Einfügen', selectAll: 'Alles auswählen' },
});
