// German texts for tasks and their progress.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const task: Copy['task'] = catalogue({
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  again: 'Erneut versuchen',
  cancel: 'Abbrechen',
  keep: 'Nicht abbrechen',
  pauseInstead: 'Wählen Sie „Anhalten“, um später fortzufahren.',
  paused: 'Angehalten',
  of: '{done} von {total}',
  left: 'noch etwa {time}',
  leftShort: 'noch wenige Sekunden',
  percent: '{percent}\u00a0%',
  stalled: 'wartet auf Daten',
  begins: 'Wird vorbereitet',
  nothingYet: 'Noch nicht begonnen',
});

export const taskKinds: Copy['taskKinds'] = catalogue({
  install: {
    doing: '{brand} wird installiert',
    doingShort: 'Wird installiert',
    doingVersion: 'Version {version} wird installiert',
    stop: 'Installation abbrechen',
    stopTitle: 'Installation von {brand} abbrechen?',
    stopText: 'Der Download wird gelöscht.',
  },
  update: {
    doing: '{brand} wird aktualisiert',
    doingShort: 'Wird aktualisiert',
    doingVersion: 'Update auf Version {version} läuft',
    stop: 'Update abbrechen',
    stopTitle: 'Update von {brand} abbrechen?',
    stopText: 'Der Download wird gelöscht, und Sie behalten Ihre Version.',
  },
  repair: {
    doing: '{brand} wird repariert',
    doingShort: 'Wird repariert',
    doingVersion: 'Version {version} wird repariert',
    stop: 'Reparatur abbrechen',
    stopTitle: 'Reparatur von {brand} abbrechen?',
    stopText: 'Das Programm bleibt beschädigt, bis Sie es reparieren.',
  },
  move: {
    doing: '{brand} wird verschoben',
    doingShort: 'Wird verschoben',
    doingVersion: 'Version {version} wird verschoben',
    stop: 'Verschieben abbrechen',
    stopTitle: 'Verschieben von {brand} abbrechen?',
    stopText: 'Das Programm bleibt, wo es ist. Die kopierten Dateien werden gelöscht.',
  },
});
