// German: blacklist and whitelist, and the confirmation of bulk deletions.
import type { Copy } from '../copy.ts';

export const lists: Copy['lists'] = {
  title: 'Zugriffslisten',
  columns: { entry: 'Eintrag', kind: 'Art', reason: 'Grund der Sperre', ip: 'IP-Adresse' },
  kinds: { ip: 'IP-Adresse', hwid: 'Computer' },
  deviceId: 'Computer-ID',
  addVerb: 'Hinzufügen',
  added: (entry) => `${entry} hinzugefügt`,
  remove: 'Entfernen',
  removeLabel: (entry) => `${entry} entfernen`,
  removeTitle: (entry) => `${entry} entfernen?`,
  removed: (entry) => `${entry} entfernt`,
  black: {
    title: 'Sperrliste',
    text: 'IP-Adressen und Computer ohne Anmeldung. Auch Sperren fügen Einträge hinzu.',
    add: 'Adresse oder Computer sperren',
    addText: 'Von dort kann sich niemand anmelden, bis Sie den Eintrag entfernen.',
    removeText: 'Von dort können sich Benutzer wieder anmelden.',
    removeOfBan: 'Von dort können sich Benutzer wieder anmelden. Die Sperre selbst bleibt.',
    clear: 'Sperrliste leeren',
    clearText: 'Alle Einträge werden entfernt, auch die von Sperren. Die Sperren bleiben.',
    empty: 'Nichts ist gesperrt',
    emptyText: 'Sperren Sie eine Adresse, damit sich von dort niemand anmeldet.',
  },
  white: {
    title: 'Ausnahmeliste',
    text: 'IP-Adressen, die nie gesperrt werden und kein Anfragelimit haben.',
    add: 'Adresse ausnehmen',
    addText: 'Sperrliste und allgemeines Anfragelimit gelten dafür nicht mehr.',
    removeText: 'Sperrliste und Anfragelimit gelten dafür wieder.',
    clear: 'Ausnahmeliste leeren',
    clearText: 'Sperrliste und Anfragelimit gelten für alle wieder.',
    empty: 'Keine Adresse ist ausgenommen',
    emptyText: 'Nehmen Sie die Adressen Ihrer Server oder Ihres Büros aus.',
  },
};

export const bulk: Copy['bulk'] = {
  counting: 'Wird gezählt …',
  nothing: 'Es gibt nichts zu löschen.',
  delete: (count, number) => (number === 1 ? '1 Eintrag löschen' : `${count} Einträge löschen`),
  deleted: (count, number) => (number === 1 ? '1 Eintrag gelöscht' : `${count} Einträge gelöscht`),
};
