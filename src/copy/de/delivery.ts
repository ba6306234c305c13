// German texts for the program that the loader installs.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const delivery: Copy['delivery'] = catalogue({
  install: 'Installieren',
  update: 'Aktualisieren',
  repair: 'Reparieren',
  repairUpdate: 'Reparieren und auf {version} aktualisieren',
  uninstall: 'Deinstallieren',
  checkAgain: 'Erneut prüfen',
  chooseFolder: 'Anderen Ordner wählen',
  looking: 'Neueste Version wird gesucht',
  nothing: 'Zurzeit ist keine Version verfügbar.',
  notInstalled: 'Version {version} · Download {stored}, installiert {size}',
  notInstalledShort: 'Version {version} · Download {stored}',
  version: 'Version {version}',
  mustUpdate: 'Version {version} · Update erforderlich',
  damaged: 'Version {version} · Reparatur erforderlich',
  closable: 'Sie können das Fenster schließen und später fortfahren.',
  newer: 'Version {version} ist verfügbar',
  updated: 'Version {version} ist installiert',
  updateSize: 'Aktualisieren · {size}',
  updateLater: 'Nach dem Beenden aktualisieren',
  whatsNew: 'Neuerungen',
  more: 'Mehr zu {brand}',
  moreShort: 'Mehr',
  folder: 'Ordner: {folder}',
  busy: 'Warten Sie, bis der laufende Vorgang abgeschlossen ist.',
  running: 'Beenden Sie zuerst {brand}.',
  titleNotInstalled: 'Nicht installiert',
  titleMustUpdate: 'Update erforderlich',
  titleDamaged: 'Reparatur erforderlich',
  uninstallTitle: '{brand} deinstallieren?',
  uninstallText:
    'Das gibt {size} frei. Ihre eigenen Dateien bleiben erhalten. Sie können das Programm jederzeit erneut installieren.',
  keep: 'Behalten',
  installedTitle: '{brand} ist installiert',
  installedText: 'Version {version} kann gestartet werden.',
  uninstalled: '{brand} wurde deinstalliert',
  uninstalledText: '{size} sind wieder frei. Ihre eigenen Dateien sind noch da.',
  uninstalledLeft:
    '{size} sind wieder frei. In {folder} liegen noch andere Dateien, zum Beispiel {file}.',
  moved: 'Im alten Ordner liegen noch Dateien',
  movedLeft: 'Prüfen Sie, ob Sie die Dateien in {folder} noch brauchen, zum Beispiel {file}.',
  movedUnknown: 'Im alten Ordner liegen vielleicht noch Dateien',
  movedLeftUnknown:
    'Prüfen Sie {folder}. Löschen Sie den Ordner selbst, wenn Sie ihn nicht mehr brauchen.',
  showFiles: 'Dateien anzeigen',
  downloadRemoved: 'Ein unvollständiger Download wurde entfernt',
  downloadRemovedText: 'Diese Version wird nicht mehr angeboten. {size} sind wieder frei.',
});

export const taskStages: Copy['taskStages'] = catalogue({
  waiting: 'Wird fortgesetzt, sobald {brand} beendet ist',
  looking: 'Dateien werden geprüft',
  fetching: 'Wird heruntergeladen',
  verifying: 'Download wird geprüft',
  held: 'Wird fortgesetzt, sobald ein anderes Programm eine Datei schließt',
});

export const programFailures: Copy['programFailures'] = catalogue({
  'program-missing': {
    title: '{brand} ist nicht installiert',
    text: 'Das Programm ist nicht mehr auf diesem Computer. Installieren Sie es erneut.',
  },
  'program-damaged': {
    title: '{brand} ist beschädigt',
    text: 'Einige Dateien fehlen oder wurden geändert. Reparieren Sie das Programm.',
  },
  'program-withdrawn': {
    title: 'Diese Version wird nicht mehr angeboten',
    text: 'Auf diesem Computer wurde nichts geändert. Versuchen Sie es erneut, um die aktuelle Version zu erhalten.',
  },
  'program-not-genuine': {
    title: 'Der Download konnte nicht geprüft werden',
    text: 'Er stammt vielleicht nicht von {brand} und wurde deshalb nicht installiert. Wenden Sie sich an {brand}.',
  },
  'program-older': {
    title: 'Es wird nur eine ältere Version angeboten',
    text: 'Sie hatten bereits eine neuere Version, daher wurde nichts installiert. Wenden Sie sich an {brand}.',
  },
});

export const programFailuresWithFacts: Copy['programFailuresWithFacts'] = catalogue({
  outdated: {
    title: '{brand} muss zuerst aktualisiert werden',
    text: 'Version {version} ist erforderlich. Aktualisieren Sie das Programm und starten Sie es dann.',
  },
  diskFull: {
    title: 'Der Speicherplatz reicht nicht aus',
    text: 'Benötigt werden {needed}, frei sind {free}. Geben Sie Speicherplatz frei und versuchen Sie es erneut. Es geht nichts verloren.',
    unknownFree:
      'Benötigt werden {needed}. Geben Sie Speicherplatz frei und versuchen Sie es erneut. Es geht nichts verloren.',
  },
  readOnly: {
    title: 'Der Ordner ist schreibgeschützt',
    text: '{brand} kann nicht in {folder} schreiben. Wählen Sie einen anderen Ordner.',
  },
  folderGone: {
    title: 'Der Ordner wurde nicht gefunden',
    text: '{folder} fehlt. Liegt der Ordner auf einem getrennten Laufwerk? Schließen Sie es an und versuchen Sie es erneut.',
  },
  notEmpty: {
    title: 'Dieser Ordner ist nicht leer',
    text: '{folder} enthält andere Dateien. Wählen Sie einen anderen Ordner.',
  },
  unsafeFolder: {
    title: 'Dieser Ordner ist nicht sicher',
    link: '{folder} verweist auf einen anderen Ordner. Wählen Sie einen Ordner außerhalb davon.',
    others:
      'Andere Benutzer dieses Computers können {folder} ändern. Wählen Sie einen Ordner, den nur Sie ändern können, zum Beispiel in Ihrem Benutzerordner.',
    unknown:
      'Es ist unklar, wer {folder} ändern kann. Wählen Sie einen Ordner, den nur Sie ändern können, zum Beispiel in Ihrem Benutzerordner.',
    sharedTitle: 'Andere können diesen Ordner ändern',
    shared:
      'Andere Benutzer dieses Computers können {folder} ersetzen und damit auch das Programm.',
    noLists:
      'Dieses Laufwerk kennt keine Zugriffsrechte. Jeder Benutzer dieses Computers kann das Programm ändern.',
    sharedUnknown:
      'Es ist unklar, wer {folder} ersetzen kann. Vielleicht können es andere Benutzer dieses Computers.',
    accept: 'Diesen Ordner verwenden',
    accepted: 'Sie können es jetzt erneut versuchen.',
    notFolder: 'Das ist kein Ordner',
    file: '{folder} ist eine Datei. Wählen Sie einen Ordner.',
  },
  tooDeep: {
    title: 'Der Pfad des Ordners ist zu lang',
    text: 'Windows kann in {folder} keine Programme starten. Wählen Sie einen Ordner mit kürzerem Pfad.',
  },
  unmovable: {
    title: 'Eine Datei lässt sich nicht verschieben',
    text: 'Verschieben oder löschen Sie {file} selbst und versuchen Sie es erneut.',
  },
  inUse: {
    title: 'Eine Datei wird gerade verwendet',
    byProgram:
      '{program} verwendet {file}. Beenden Sie {program} und versuchen Sie es erneut. Es geht nichts verloren.',
    unknown:
      'Ein anderes Programm verwendet {file}. Beenden Sie es oder starten Sie den Computer neu. Versuchen Sie es dann erneut. Es geht nichts verloren.',
  },
  otherLoader: {
    title: 'Ein anderer Vorgang läuft noch',
    byProcess:
      '{brand} wird gerade in einem anderen Fenster geändert (Prozess {id}). Versuchen Sie es danach erneut.',
    unknown:
      '{brand} wird gerade in einem anderen Fenster geändert. Versuchen Sie es danach erneut.',
  },
  removed: {
    title: 'Eine Datei wurde entfernt',
    text: 'Vielleicht hat ein Sicherheitsprogramm {file} entfernt. Stellen Sie die Datei dort wieder her und versuchen Sie es erneut. Wenden Sie sich sonst an {brand}.',
  },
});
