// German texts outside the window, such as system dialogs.
import type { ProgramCopy } from '../en/program.ts';
import { catalogue } from '../sentences.ts';

export const program: ProgramCopy = catalogue({
  locale: 'de',
  cannotDraw: {
    message: 'Das Fenster von {name} kann nicht gezeichnet werden',
    detail:
      'Starten Sie es neu, um weiterzumachen. Wenn das nicht hilft, starten Sie den Computer neu.',
    restart: 'Neu starten',
  },
  cannotStart: '{name} kann nicht starten',
  configuration:
    'Die Konfiguration muss von dem berichtigt werden, der dieses Programm erstellt hat:',
  refusedSwitch:
    '{name} startet nicht mit dem Schalter {switch}: Bitte starten Sie das Programm ohne ihn.',
  chooseFolder: 'Einen Ordner für {name} wählen',
  notices: {
    ends: '{name} endet bald',
    endsText: 'Es endet am {date}.',
    allowed: 'So sehen Benachrichtigungen aus. Sie sagen, dass ein Abonnement bald endet.',
  },
  quit: 'Beenden',
  edit: { cut: 'Ausschneiden', copy: 'Kopieren', paste: 'Einfügen', selectAll: 'Alles auswählen' },
});
