// German texts for tasks and their progress.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const task: Copy['task'] = catalogue({
  pause: 'Anhalten',
  resume: 'Fortsetzen',
  again: 'Erneut versuchen',
  cancel: 'Abbrechen',
  keep: 'Weitermachen',
  paused: 'Angehalten',
  of: '{done} von {total}',
  left: 'noch etwa {time}',
  leftShort: 'noch wenige Sekunden',
  standsStill: 'wartet auf Daten',
  begins: 'Wird vorbereitet',
  nothingYet: 'Noch nichts erledigt',
});

export const taskKinds: Copy['taskKinds'] = catalogue({
  install: {
    doing: '{brand} wird installiert',
    stop: 'Installation abbrechen',
    stopTitle: 'Installation von {brand} abbrechen?',
    stopText:
      'Was bisher heruntergeladen wurde, wird entfernt. Um später weiterzumachen, wählen Sie „Anhalten“.',
  },
  update: {
    doing: '{brand} wird aktualisiert',
    stop: 'Update abbrechen',
    stopTitle: 'Update von {brand} abbrechen?',
    stopText:
      'Was bisher heruntergeladen wurde, wird entfernt, und Sie behalten die Version, die Sie haben. Um später weiterzumachen, wählen Sie „Anhalten“.',
  },
  repair: {
    doing: '{brand} wird repariert',
    stop: 'Reparatur abbrechen',
    stopTitle: 'Reparatur von {brand} abbrechen?',
    stopText:
      'Was beschädigt ist, bleibt es, bis Sie es reparieren. Um später weiterzumachen, wählen Sie „Anhalten“.',
  },
  move: {
    doing: '{brand} wird verschoben',
    stop: 'Verschieben abbrechen',
    stopTitle: 'Verschieben von {brand} abbrechen?',
    stopText: 'Das Programm bleibt, wo es ist, und was bisher kopiert wurde, wird entfernt.',
  },
});
