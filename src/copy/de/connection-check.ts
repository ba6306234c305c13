// German texts of the connection check.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const connectionCheck: Copy['connectionCheck'] = catalogue({
  button: 'Verbindung prüfen',
  running: 'Verbindung wird geprüft …',
  runningText: 'Das dauert höchstens zehn Sekunden.',
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
  'name-misdirected': {
    title: 'Ein Filter verdeckt den Dienst',
    text: 'Sein Name führt zu diesem Computer. Prüfen Sie Jugendschutz und Werbeblocker.',
  },
  'proxy-away': {
    title: 'Der Proxy Ihres Netzwerks funktioniert nicht',
    text: 'Prüfen Sie den Proxy in den Netzwerkeinstellungen.',
  },
  'route-silent': {
    title: 'Unter der Adresse des Dienstes antwortet nichts',
    text: 'Der Dienst ist vielleicht gestört, oder Ihr Netzwerk filtert ihn. Verwenden Sie ein anderes Netzwerk.',
  },
  'tls-read': {
    title: 'Ihre verschlüsselten Daten werden mitgelesen',
    text: 'Das Zertifikat stammt von „{issuer}“. Gehört es zu einem Sicherheitsprogramm, tragen Sie {host} dort als Ausnahme ein. Sonst fragen Sie Ihren Netzwerkadministrator.',
  },
  'tls-untrusted': {
    title: 'Das Zertifikat ist nicht vertrauenswürdig',
    text: 'Es stammt von „{issuer}“. Öffnen Sie eine Webseite und melden Sie sich dort an, oder verwenden Sie ein anderes Netzwerk.',
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
