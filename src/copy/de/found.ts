// German: the words for what a check found.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const found: Copy['found'] = catalogue({
  ended: 'Geprüft {ago}: immer noch abgelaufen.',
  never: 'Geprüft {ago}: immer noch nicht aktiv.',
  paused: 'Geprüft {ago}: immer noch pausiert.',
  off: 'Geprüft {ago}: immer noch abgeschaltet.',
  update: 'Geprüft {ago}: Diese Version ist immer noch zu alt.',
  device: 'Geprüft {ago}: immer noch ein anderer Computer.',
  unreachable: 'Geprüft {ago}: immer noch dasselbe.',
  unchanged: 'Geprüft {ago}: Nichts hat sich geändert.',
  changed: 'Geprüft {ago}: Was Sie sehen, ist aktuell.',
  session: 'Geprüft {ago}: Sie sind angemeldet.',
});
