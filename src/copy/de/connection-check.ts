// German texts of the connection check.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const connectionCheck: Copy['connectionCheck'] = catalogue({
  button: 'Verbindung prüfen',
  works: 'Ihre Verbindung funktioniert',
  details: 'Einzelheiten',
  close: 'Schließen',
  groups: { network: 'Netzwerk', service: 'Dienst', computer: 'Dieser Computer' },
  states: {
    waiting: 'Wird geprüft …',
    ok: 'In Ordnung',
    problem: 'Problem',
    unknown: 'Unbekannt',
  },
});

export const checkCauses: Copy['checkCauses'] = catalogue({
  'route-silent': {
    title: 'Der Dienst antwortet nicht',
    text: 'Vielleicht ist er gestört, oder ein Filter verdeckt ihn. Prüfen Sie Jugendschutz und Werbeblocker oder verwenden Sie ein anderes Netzwerk.',
  },
  'tls-foreign': {
    title: 'Das Zertifikat gehört nicht dem Dienst',
    text: 'Es stammt von „{issuer}“. Ist das ein Sicherheitsprogramm, tragen Sie {host} dort als Ausnahme ein. Sonst melden Sie sich im Browser bei Ihrem Netzwerk an oder verwenden Sie ein anderes.',
  },
  'tls-date': {
    title: 'Das Zertifikat des Dienstes gilt heute nicht',
    text: 'Prüfen Sie das Datum dieses Computers. Stimmt es, versuchen Sie es später erneut.',
  },
});
