// German: the announcement to users.
import type { Copy } from '../copy.ts';

export const announcements: Copy['announcements'] = {
  title: 'Ankündigungen',
  text: 'Eine Nachricht für alle angemeldeten Benutzer. Änderungen erscheinen nach wenigen Minuten.',
  readOnly: 'Sie können die Ankündigung lesen, aber nicht ändern.',
  fields: { title: 'Titel', text: 'Text', date: 'Datum', url: 'Link' },
  publish: 'Veröffentlichen',
  published: 'Ankündigung veröffentlicht',
  remove: 'Entfernen',
  removeTitle: 'Ankündigung entfernen?',
  removeText: 'Nach wenigen Minuten sehen Benutzer sie nicht mehr.',
  removed: 'Ankündigung entfernt',
  preview: 'Vorschau',
  nothing: 'Benutzer sehen keine Ankündigung.',
  readMore: (host) => `Mehr dazu auf ${host}`,
  where: 'Speicherort',
  whereText:
    'Wählen Sie die Variable, die in der Konfiguration des Loaders als announcementVariable steht.',
  variable: 'Variable',
  problems: {
    'text-missing': 'Geben Sie einen Text ein.',
    'title-long': 'Ein Titel hat höchstens 100 Zeichen.',
    'url-wrong': 'Ein Link beginnt mit https:// und enthält keinen Benutzernamen.',
    'too-long': 'Die Ankündigung ist zu lang. Kürzen Sie den Text.',
  },
};
