// German texts for changed hardware parts of this computer.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const deviceChanges: Copy['deviceChanges'] = catalogue({
  parts: {
    system: 'das installierte Betriebssystem',
    board: 'die Hauptplatine',
    processor: 'der Prozessor',
    machine: 'die Nummer des Computers',
  },
  fact: 'Geändert',
  changed: 'Seit Ihrer letzten Anmeldung hier hat sich geändert: {parts}.',
  gone: 'Das nennt dieser Computer nicht mehr: {parts}.',
  fresh: 'Das nennt dieser Computer erst jetzt: {parts}.',
  none: 'Seit Ihrer letzten Anmeldung hier hat sich dieser Computer nicht geändert.',
  before: 'Seit der Anmeldung vor dieser hat sich geändert: {parts}.',
});
