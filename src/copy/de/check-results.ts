// German texts for the results of a check.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const checkResults: Copy['checkResults'] = catalogue({
  ended: 'Noch nicht verlängert ({ago} geprüft).',
  never: 'Weiterhin nicht aktiv ({ago} geprüft).',
  paused: 'Weiterhin pausiert ({ago} geprüft).',
  off: 'Weiterhin abgeschaltet ({ago} geprüft).',
  update: 'Dieser Loader ist weiterhin zu alt ({ago} geprüft).',
  device: 'Weiterhin mit einem anderen Computer verknüpft ({ago} geprüft).',
  unreachable: 'Dienst weiterhin nicht erreichbar ({ago} geprüft).',
  unchanged: 'Nichts hat sich geändert ({ago} geprüft).',
  changed: 'Alles ist aktuell ({ago} geprüft).',
  found: 'Zuletzt geprüft: {ago}.',
  foundSubscriptions: 'Ihre Abonnements haben sich geändert.',
  foundProgram: 'Version {version} ist verfügbar.',
  foundLoader: 'Loader {version} ist verfügbar.',
  back: 'Sie sind wieder online ({ago} geprüft).',
  offline: 'Weiterhin offline ({ago} geprüft).',
  session: 'Sie sind angemeldet ({ago} geprüft).',
});
