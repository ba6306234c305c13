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
  brokenFiles: 'Installieren Sie das Programm neu. Diese Dateien fehlen oder sind beschädigt:',
  startDefect:
    'Installieren Sie das Programm neu. Hilft das nicht, wenden Sie sich an den Hersteller dieses Loaders.',
  supportCode: 'Supportcode: {code}',
  refusedSwitch:
    '{name} kann mit {switch} nicht gestartet werden. Starten Sie {name} ohne diese Option.',
  chooseFolder: 'Ordner für {name} wählen',
  saveCodes: 'Wiederherstellungscodes speichern',
  recoveryFile: {
    title: 'Wiederherstellungscodes für {brand}',
    account: 'Konto: {name}',
    advice:
      'Ohne Ihr Smartphone melden Sie sich mit einem dieser Codes an. Jeder gilt einmal. Bewahren Sie diese Datei sicher auf.',
  },
  notices: {
    ends: '{name} läuft bald ab',
    endsText: 'Das Abonnement läuft noch bis zum {date}.',
    allowed:
      'So sehen Benachrichtigungen aus. Sie erhalten sie, bevor ein Abonnement abläuft, und nach einer Installation.',
    done: {
      install: '{name} ist installiert',
      update: '{name} ist aktualisiert',
      repair: '{name} ist repariert',
      move: '{name} wurde verschoben',
    },
    doneText: 'Sie können das Programm jetzt starten.',
    failed: {
      install: '{name} konnte nicht installiert werden',
      update: '{name} konnte nicht aktualisiert werden',
      repair: '{name} konnte nicht repariert werden',
      move: '{name} konnte nicht verschoben werden',
    },
    failedText: 'Öffnen Sie das Fenster, um fortzufahren.',
  },
  quit: 'Beenden',
  edit: { cut: 'Ausschneiden', copy: 'Kopieren', paste: 'Einfügen', selectAll: 'Alles auswählen' },
});
