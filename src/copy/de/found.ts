// German texts for the results of a check.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const found: Copy['found'] = catalogue({
  ended: 'Prüfung {ago}: immer noch abgelaufen.',
  never: 'Prüfung {ago}: immer noch nicht aktiv.',
  paused: 'Prüfung {ago}: immer noch pausiert.',
  off: 'Prüfung {ago}: immer noch abgeschaltet.',
  update: 'Prüfung {ago}: Diese Version ist immer noch zu alt.',
  device: 'Prüfung {ago}: immer noch ein anderer Computer.',
  unreachable: 'Prüfung {ago}: immer noch dasselbe.',
  unchanged: 'Prüfung {ago}: Nichts hat sich geändert.',
  changed: 'Prüfung {ago}: Was Sie sehen, ist aktuell.',
  session: 'Prüfung {ago}: Sie sind angemeldet.',
});
