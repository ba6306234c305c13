// German: features of subscriptions and users.
import type { Copy } from '../copy.ts';

export const features: Copy['features'] = {
  title: 'Funktionen',
  text: 'Was Programme für Benutzer eines Abonnements dürfen.',
  userTitle: 'Funktionen nur für diesen Benutzer',
  list: 'Funktionen der Abonnements',
  subscription: 'Abonnement',
  name: 'Name',
  nameHint: 'Programme lesen diesen Namen, zum Beispiel export.',
  nameWrong: (most) =>
    `Bis zu ${most} kleine Buchstaben, Ziffern, - und _, zuerst ein Buchstabe. Nicht constructor.`,
  kind: 'Art',
  kinds: { yesno: 'Ja oder Nein', number: 'Zahl', text: 'Text' },
  value: 'Wert',
  yes: 'Ja',
  no: 'Nein',
  numberWrong: 'Geben Sie eine ganze Zahl ein.',
  textWrong: (most) => `Geben Sie einen Text mit höchstens ${most} Zeichen ein.`,
  words: 'Text für Benutzer',
  wordsHint:
    'Benutzer lesen ihn unter ihrem Abonnement. Ohne Text ist die Funktion nicht zu sehen.',
  ownWordsHint:
    'Benutzer lesen ihn in den Einstellungen. Ohne Text ist die Funktion nicht zu sehen.',
  end: 'Letzter Tag',
  endHint: 'Lassen Sie das Feld leer, wenn die Funktion kein Ende hat.',
  endWrong: 'Geben Sie ein ganzes Datum ein.',
  until: (date) => `bis ${date}`,
  add: 'Funktion hinzufügen',
  addText: 'Programme erhalten sie mit der nächsten Prüfung.',
  edit: 'Bearbeiten',
  editTitle: (name) => `${name} bearbeiten`,
  saved: (name) => `${name} ist gespeichert.`,
  remove: 'Entfernen',
  removeTitle: (name, holder) => `${name} von ${holder} entfernen?`,
  removeText: 'Programme erhalten sie ab der nächsten Prüfung nicht mehr.',
  removed: (name) => `${name} ist entfernt.`,
  actions: 'Aktionen',
  actionsOf: (name) => `Aktionen für ${name}`,
  empty: 'Noch keine Funktionen',
  emptyText: 'Verkaufen Sie damit ein Programm in mehreren Ausgaben.',
  noSubscriptions: 'Fügen Sie zuerst ein Abonnement hinzu.',
};
