// German: chat channels, their messages, and muted users.
import { maxChatDelay } from '@latchkey/protocol/limits.ts';
import type { Copy } from '../copy.ts';

export const chat: Copy['chat'] = {
  title: 'Chat',
  text: 'Kanäle, in denen Ihre Benutzer lesen und schreiben.',
  channels: 'Kanäle',
  muted: 'Stummgeschaltet',
  empty: 'Noch keine Kanäle',
  emptyText: 'Fügen Sie einen hinzu, und nennen Sie ihn in der Konfiguration Ihres Loaders.',
  columns: {
    channel: 'Kanal',
    delay: 'Pause zwischen Nachrichten',
    user: 'Benutzer',
    until: 'Stumm bis',
    author: 'Verfasser',
    message: 'Nachricht',
    time: 'Gesendet',
    actions: 'Aktionen',
  },
  noDelay: 'Keine',
  actionsOf: (name) => `Aktionen für ${name}`,
  add: 'Kanal hinzufügen',
  addText: 'Benutzer Ihres Loaders und Ihrer Programme können darin lesen und schreiben.',
  name: 'Name',
  delay: 'Sekunden zwischen zwei Nachrichten eines Benutzers',
  delayHint: '0 bedeutet: keine Pause.',
  delayWrong: `Geben Sie eine ganze Zahl von 0 bis ${maxChatDelay.toLocaleString('de')} ein.`,
  added: (name) => `${name} hinzugefügt`,
  changeDelay: 'Pause ändern',
  changeDelayTitle: (name) => `Pause zwischen Nachrichten in ${name}`,
  changeDelayText: 'Sie gilt ab der nächsten Nachricht.',
  changed: 'Pause geändert',
  clear: 'Alle Nachrichten löschen',
  clearTitle: (name) => `Alle Nachrichten in ${name} löschen?`,
  clearText: 'Der Kanal bleibt. Die Nachrichten verschwinden für alle.',
  remove: 'Kanal löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText: 'Benutzer können darin nicht mehr lesen oder schreiben.',
  removeCount: (count, number) =>
    number === 1
      ? '1 Nachricht wird ebenfalls gelöscht.'
      : `${count} Nachrichten werden ebenfalls gelöscht.`,
  removeEmpty: 'Er enthält keine Nachrichten.',
  removed: (name) => `${name} gelöscht`,
  count: {
    delete: (count, number) =>
      number === 1 ? '1 Nachricht löschen' : `${count} Nachrichten löschen`,
    deleted: (count, number) =>
      number === 1 ? '1 Nachricht gelöscht' : `${count} Nachrichten gelöscht`,
  },
};

export const chatMessages: Copy['chatMessages'] = {
  text: 'Die letzten 50 Nachrichten, die neuesten zuerst.',
  empty: 'Keine Nachrichten',
  emptyText: 'Nachrichten Ihrer Benutzer erscheinen hier.',
  actionsOf: (author, time) => `Nachricht von ${author}, ${time}`,
  remove: 'Nachricht löschen',
  removeTitle: (author) => `Diese Nachricht von ${author} löschen?`,
  removeText: 'Sie verschwindet für alle. Der Benutzer kann weiter schreiben.',
  removed: 'Nachricht gelöscht',
};

export const mutes: Copy['mutes'] = {
  text: 'Stummgeschaltete Benutzer lesen mit, können aber in keinem Kanal schreiben.',
  empty: 'Niemand ist stummgeschaltet',
  emptyText: 'Schalten Sie jemanden hier oder bei einer Nachricht im Kanal stumm.',
  mute: 'Benutzer stummschalten',
  muteAuthor: (name) => `${name} stummschalten`,
  title: (name) => (name === '' ? 'Benutzer stummschalten' : `${name} stummschalten?`),
  muteText: 'Der Benutzer kann bis dahin lesen, aber in keinem Kanal schreiben.',
  user: 'Benutzername',
  duration: 'Dauer',
  submit: 'Stummschalten',
  done: (name) => `${name} stummgeschaltet`,
  unmute: 'Freigeben',
  unmuteLabel: (name) => `${name} freigeben`,
  unmuteTitle: (name) => `${name} freigeben?`,
  unmuteText: 'Der Benutzer kann wieder in allen Kanälen schreiben.',
  unmuted: (name) => `${name} kann wieder schreiben`,
};
