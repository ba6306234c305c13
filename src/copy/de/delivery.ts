// German texts for the program that the loader installs.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const delivery: Copy['delivery'] = catalogue({
  install: 'Installieren',
  update: 'Aktualisieren',
  repair: 'Reparieren',
  uninstall: 'Deinstallieren',
  checkAgain: 'Erneut prüfen',
  chooseFolder: 'Anderen Ordner wählen',
  looking: 'Die neueste Version wird gesucht',
  nothing: 'Nicht auf diesem Computer, und zurzeit gibt es keine Version zu installieren.',
  notInstalled: 'Version {version} · {stored} herunterzuladen, {size} auf diesem Computer',
  notInstalledShort: 'Version {version} · {stored} herunterzuladen',
  installed: 'Version {version} · {size} groß',
  mustUpdate: 'Version {version} · muss zuerst aktualisiert werden',
  damaged: 'Version {version} · muss repariert werden',
  working:
    'Sie können dieses Fenster jederzeit schließen. Was heruntergeladen ist, bleibt für später erhalten.',
  newer: 'Version {version} ist da',
  whatsNew: 'Neuigkeiten',
  more: 'Mehr zu {brand}',
  moreShort: 'Mehr',
  folder: 'Ordner: {folder}',
  busy: 'Möglich, sobald nichts mehr installiert wird.',
  running: 'Möglich, sobald {brand} geschlossen ist.',
  uninstallTitle: '{brand} deinstallieren?',
  uninstallText:
    'Das gibt {size} frei. Was Sie damit gemacht haben, bleibt, und Sie können das Programm jederzeit wieder installieren.',
  keep: 'Behalten',
  uninstalled: '{brand} ist deinstalliert',
  uninstalledText: '{size} sind wieder frei. Was Sie damit gemacht haben, ist noch da.',
  uninstalledLeft:
    '{size} sind wieder frei. In {folder} liegen noch andere Dateien, zum Beispiel {file}.',
  moved: 'Im alten Ordner liegen noch Dateien',
  movedLeft: 'In {folder} liegen noch Dateien, zum Beispiel {file}.',
  movedLeftUnknown: 'Löschen Sie {folder} selbst, wenn Sie den Ordner nicht mehr brauchen.',
  showFiles: 'Dateien anzeigen',
  restRemoved: 'Ein unfertiger Download wurde entfernt',
  restRemovedText: 'Seine Version wird nicht mehr angeboten. {size} sind wieder frei.',
});

export const taskStages: Copy['taskStages'] = catalogue({
  waiting: 'Geht weiter, sobald {brand} geschlossen ist',
  looking: 'Vorhandenes wird durchgesehen',
  fetching: 'Wird heruntergeladen',
  verifying: 'Wird geprüft',
});

export const programFailures: Copy['programFailures'] = catalogue({
  'program-missing': {
    title: '{brand} ist nicht installiert',
    text: 'Das Programm ist nicht mehr auf diesem Computer. Installieren Sie es noch einmal.',
  },
  'program-damaged': {
    title: '{brand} ist beschädigt',
    text: 'Dateien fehlen oder haben sich geändert, deshalb wurde es nicht gestartet. Reparieren Sie es: Nur was beschädigt ist, wird heruntergeladen.',
  },
  'program-withdrawn': {
    title: 'Diese Version wird nicht mehr angeboten',
    text: 'Sie wurde inzwischen zurückgezogen, und auf diesem Computer wurde nichts geändert. Versuchen Sie es erneut, um die jetzt angebotene zu erhalten.',
  },
  'program-not-genuine': {
    title: 'Was heruntergeladen wurde, wurde nicht verwendet',
    text: 'Es beweist nicht, dass es von {brand} kommt. Auf diesem Computer wurde nichts geändert. Teilen Sie es {brand} mit.',
  },
  'program-older': {
    title: 'Es wird nur eine ältere Version angeboten',
    text: 'Dieser Computer hatte schon eine neuere, und eine ältere wird nie installiert. {brand} kann eine neue anbieten.',
  },
  'other-loader': {
    title: 'Ein anderes Fenster arbeitet gerade daran',
    text: '{brand} wird von einem anderen Loader auf diesem Computer geändert. Warten Sie, bis er fertig ist, und versuchen Sie es erneut.',
  },
});

export const programTold: Copy['programTold'] = catalogue({
  outdated: {
    title: '{brand} muss zuerst aktualisiert werden',
    text: 'Version {version} wird gebraucht. Aktualisieren Sie das Programm, dann starten Sie es.',
  },
  diskFull: {
    title: 'Der Datenträger ist voll',
    text: '{needed} werden gebraucht, und {free} sind frei. Nichts ist verloren: Schaffen Sie Platz und versuchen Sie es erneut.',
    unknownFree:
      '{needed} werden gebraucht. Nichts ist verloren: Schaffen Sie Platz und versuchen Sie es erneut.',
  },
  readOnly: {
    title: 'In den Ordner kann nicht geschrieben werden',
    text: '{brand} darf {folder} nicht ändern. Wählen Sie einen anderen Ordner.',
  },
  folderGone: {
    title: 'Der Ordner ist weg',
    text: '{folder} ist nicht mehr da. Liegt er auf einem Datenträger, der abgezogen wurde, stecken Sie ihn wieder an und versuchen Sie es erneut.',
  },
  notEmpty: {
    title: 'In diesem Ordner liegt etwas anderes',
    text: '{folder} ist nicht leer, und nichts darin wurde angerührt. Wählen Sie einen anderen Ordner.',
  },
  unsafeFolder: {
    title: 'Dieser Ordner ist nicht sicher',
    link: '{folder} ist eine Verknüpfung. Wählen Sie einen Ordner ohne Verknüpfungen.',
    others:
      'Andere Benutzer dieses Computers können {folder} ändern. Wählen Sie einen Ordner, den nur Sie ändern können.',
  },
  unmovable: {
    title: 'Eine Datei lässt sich nicht verschieben',
    text: '{file} ist keine gewöhnliche Datei. Verschieben oder löschen Sie sie selbst und versuchen Sie es erneut.',
  },
  inUse: {
    title: 'Eine Datei wird gerade benutzt',
    byProgram:
      '{program} benutzt {file}. Schließen Sie es und versuchen Sie es erneut. Nichts ist verloren.',
    unknown:
      'Ein anderes Programm benutzt {file}. Schließen Sie, was die Datei benutzen könnte, oder starten Sie den Computer neu, und versuchen Sie es erneut. Nichts ist verloren.',
  },
  removed: {
    title: 'Eine Datei wurde entfernt',
    text: '{file} war geprüft, und dann hat etwas auf diesem Computer sie entfernt oder geändert, etwa ein Sicherheitsprogramm. Sehen Sie dort nach, was es zu der Datei sagt, und versuchen Sie es erneut. {brand} kann helfen.',
  },
});
