// German texts for changed hardware parts of this computer.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const deviceChanges: Copy['deviceChanges'] = catalogue({
  parts: {
    system: 'installiertes Betriebssystem',
    board: 'Hauptplatine',
    processor: 'Prozessor',
    machine: 'Hardware-ID des Computers',
  },
  fact: 'Geändert',
  changed: 'Seit Ihrer letzten Anmeldung hier geändert: {parts}.',
  missing: 'Auf diesem Computer nicht mehr gefunden: {parts}.',
  added: 'Neu auf diesem Computer: {parts}.',
  none: 'Seit Ihrer letzten Anmeldung hier hat sich an diesem Computer nichts geändert.',
  before: 'Seit Ihrer vorherigen Anmeldung geändert: {parts}.',
});
