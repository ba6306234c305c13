// German: the sign-in of a program on the user's computer.
import type { Copy } from '../language.ts';

export const program: Copy['program'] = {
  title: 'Im Programm anmelden',
  text: 'Manche Programme haben kein Anmeldeformular. Sie erhalten Ihre Anmeldung von dieser Seite.',
  open: 'Weiter',
  off: 'Die Programme des Anbieters nutzen diese Seite nicht. Melden Sie sich im Programm an. Hat es kein Anmeldeformular, fragen Sie den Anbieter.',
  connectTitle: 'Programm verbinden',
  steps: [
    'Starten Sie zuerst selbst das Programm. Ein anderes Programm auf diesem Computer könnte Ihre Anmeldung übernehmen.',
    'Drücken Sie „Verbinden“.',
    'Der Browser fragt vielleicht nach Ihrem lokalen Netzwerk oder nach Apps auf diesem Computer. Erlauben Sie es.',
  ],
  safari: 'Safari haben wir nicht getestet. Verbindet er nicht, nehmen Sie einen anderen Browser.',
  connect: 'Verbinden',
  connecting: 'Verbindung läuft\u00a0…',
  connected: 'Das Programm ist verbunden',
  connectedAs: (user) => `Es ist als ${user} angemeldet.`,
  buttons: 'Aktionen im Programm',
  buttonsText: 'Das Programm führt eine nach der anderen aus.',
  pressed: 'Gedrückt. Das Programm reagiert, wenn es auf diese Schaltfläche wartet.',
  again: 'Erneut verbinden',
  back: 'Zurück zum Konto',
};
