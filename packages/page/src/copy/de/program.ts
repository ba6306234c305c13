// German: the sign-in of a program on the user's computer.
import type { Copy } from '../language.ts';

export const program: Copy['program'] = {
  title: 'Im Programm öffnen',
  text: 'Manche Programme haben kein Anmeldeformular. Sie erhalten Ihre Anmeldung von dieser Seite.',
  open: 'Weiter',
  off: 'Die Programme des Anbieters nutzen diese Seite nicht. Melden Sie sich im Programm an.',
  connectTitle: 'Programm verbinden',
  steps: [
    'Starten Sie das Programm auf diesem Computer selbst. Auch ein anderes wartendes Programm könnte antworten.',
    'Der Browser fragt vielleicht nach Ihrem lokalen Netzwerk oder nach Apps auf diesem Computer. Erlauben Sie es.',
    'Drücken Sie „Verbinden“. Das Programm meldet sich dann mit Ihrem Konto an.',
  ],
  safari: 'Safari haben wir nicht getestet. Verbindet er nicht, nehmen Sie einen anderen Browser.',
  connect: 'Verbinden',
  connecting: 'Verbindung läuft\u00a0…',
  connected: 'Das Programm ist verbunden',
  connectedAs: (user) => `Es ist als ${user} angemeldet.`,
  buttons: 'Aktionen im Programm',
  buttonsText: 'Das Programm führt eine nach der anderen aus.',
  pressed: 'An das Programm gesendet',
  again: 'Erneut verbinden',
  back: 'Zurück zum Konto',
};
