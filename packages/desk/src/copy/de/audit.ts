// German: the audit log, and the log lines of programs.
import type { Copy } from '../copy.ts';

export const audit: Copy['audit'] = {
  title: 'Protokoll',
  columns: {
    date: 'Zeitpunkt',
    by: 'Wer',
    sentence: 'Was geschah',
    detail: 'Aufgezeichnet',
    ip: 'IP-Adresse',
    line: 'Zeile',
    user: 'Benutzer',
  },
  people: {
    title: 'Personen und Schlüssel',
    search: 'Einzelheiten durchsuchen',
    everyone: 'Alle',
    shown: 'Anzeigen',
    changes: 'Änderungen',
    everything: 'Auch Lesen',
    empty: 'Es wurde noch nichts geändert',
    clear: 'Protokoll löschen',
    clearText: 'Alle Zeilen werden endgültig gelöscht. Eine Zeile über das Löschen bleibt.',
  },
  program: {
    title: 'Programmprotokoll',
    text: 'Zeilen, die Ihr Programm gesendet hat. Die neuesten 10.000 bleiben.',
    empty: 'Ihr Programm hat noch keine Zeilen gesendet',
    clear: 'Programmprotokoll löschen',
    clearText: 'Alle Zeilen werden endgültig gelöscht.',
  },
};
