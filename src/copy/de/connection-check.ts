// German texts of the connection check.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const connectionCheck: Copy['connectionCheck'] = catalogue({
  button: 'Verbindung prüfen',
  running: 'Verbindung wird geprüft …',
  runningText: 'Das dauert höchstens zehn Sekunden.',
  nothing: 'Kein Problem gefunden',
  nothingText: 'Ihre Verbindung und dieser Computer sind in Ordnung.',
  details: 'Einzelheiten',
  close: 'Schließen',
  groups: { network: 'Netzwerk', service: 'Dienst', computer: 'Dieser Computer' },
  states: {
    waiting: 'Wird geprüft …',
    ok: 'In Ordnung',
    problem: 'Fehler',
    unknown: 'Unbekannt',
  },
});

export const checkCauses: Copy['checkCauses'] = catalogue({
  'name-misdirected': {
    title: 'Ein Filter verdeckt den Dienst',
    text: 'Sein Name führt zu diesem Computer. Prüfen Sie Ihre Filter.',
  },
  'proxy-away': {
    title: 'Der Proxy Ihres Netzwerks antwortet nicht',
    text: 'Prüfen Sie den Proxy in den Netzwerkeinstellungen.',
  },
  'route-silent': {
    title: 'Unter der Adresse des Dienstes antwortet nichts',
    text: 'Vielleicht verwirft Ihr Netzwerk die Verbindung. Verwenden Sie ein anderes Netzwerk.',
  },
  'tls-cut': {
    title: 'Ihr Netzwerk trennt die Verbindung',
    text: 'Sie endet, sobald sie verschlüsselt wird. Verwenden Sie ein anderes Netzwerk.',
  },
  'tls-read': {
    title: 'Ein Programm auf diesem Computer liest verschlüsselte Daten mit',
    text: 'Es heißt {issuer}. Nehmen Sie dort {host} aus und versuchen Sie es erneut.',
  },
  'tls-untrusted': {
    title: 'Das Zertifikat ist nicht vertrauenswürdig',
    text: 'Es stammt von {issuer}. Verwenden Sie ein anderes Netzwerk.',
  },
  'tls-expired': {
    title: 'Das Zertifikat des Dienstes ist abgelaufen',
    text: 'Prüfen Sie das Datum dieses Computers. Stimmt es, versuchen Sie es später erneut.',
  },
  'folder-locked': {
    title: 'Ein Ordner des Loaders ist nicht beschreibbar',
    text: 'Prüfen Sie seine Berechtigungen und versuchen Sie es erneut.',
  },
  'no-key-store': {
    title: 'Dieser Computer kann Konten nicht sicher speichern',
    text: 'Schalten Sie den Passwortspeicher Ihres Systems ein.',
  },
});
