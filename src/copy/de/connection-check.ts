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
  copy: 'Bericht kopieren',
  again: 'Erneut prüfen',
  close: 'Schließen',
  found: 'Verbindungsprüfung: {found}',
  groups: { network: 'Netzwerk', service: 'Dienst', computer: 'Dieser Computer' },
  states: {
    waiting: 'Wird geprüft …',
    ok: 'In Ordnung',
    problem: 'Problem',
    unknown: 'Unbekannt',
    skipped: 'Übersprungen',
  },
  duration: '{ms} ms',
});

export const checkNames: Copy['checkNames'] = catalogue({
  link: 'Netzwerkverbindung',
  proxy: 'Proxy',
  name: 'Name des Dienstes',
  portal: 'Anmeldeseite des Netzwerks',
  route: 'Weg zum Dienst',
  tls: 'Verschlüsselung',
  answer: 'Antwort',
  signature: 'Signatur',
  clock: 'Uhr',
  limit: 'Zahl der Anfragen',
  application: 'Anwendung',
  version: 'Version dieses Loaders',
  blacklist: 'Zugang',
  space: 'Freier Speicherplatz',
  'data-folder': 'Datenordner',
  'key-store': 'Passwortspeicher',
  'device-id': 'Erkennung dieses Computers',
  'program-folder': 'Programmordner',
});

export const checkCauses: Copy['checkCauses'] = catalogue({
  'name-misdirected': {
    title: 'Ein Filter blockiert den Dienst',
    text: 'Sein Name führt zu diesem Computer. Prüfen Sie Jugendschutz und Werbeblocker.',
  },
  'proxy-away': {
    title: 'Der Proxy Ihres Netzwerks antwortet nicht',
    text: 'Prüfen Sie den Proxy in den Netzwerkeinstellungen Ihres Systems.',
  },
  'ipv6-broken': {
    title: 'IPv6 funktioniert in diesem Netzwerk nicht',
    text: 'Schalten Sie IPv6 in den Netzwerkeinstellungen aus, oder starten Sie Ihren Router neu.',
  },
  'route-silent': {
    title: 'Unter der Adresse des Dienstes antwortet nichts',
    text: 'Ein Netzwerk oder eine Firewall verwirft wohl die Verbindung. Verwenden Sie ein anderes Netzwerk.',
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
    text: 'Es stammt von {issuer}. Verwenden Sie ein anderes Netzwerk, oder melden Sie sich in diesem an.',
  },
  'tls-other-host': {
    title: 'Ein anderer Server antwortet anstelle des Dienstes',
    text: 'Vielleicht verlangt Ihr Netzwerk eine Anmeldung. Öffnen Sie eine Webseite, oder verwenden Sie ein anderes Netzwerk.',
  },
  'tls-expired': {
    title: 'Das Zertifikat des Dienstes ist abgelaufen',
    text: 'Prüfen Sie das Datum dieses Computers. Stimmt es, wenden Sie sich an {brand}.',
  },
  'data-folder': {
    title: 'Auf diesem Computer lässt sich nichts speichern',
    text: 'Der Datenordner des Loaders ist nicht beschreibbar. Prüfen Sie seine Berechtigungen.',
  },
  'low-space': {
    title: 'Der Datenträger ist voll',
    text: 'Frei sind {free}. Schaffen Sie Platz und versuchen Sie es erneut.',
  },
  'no-key-store': {
    title: 'Dieser Computer kann Konten nicht sicher speichern',
    text: 'Schalten Sie den Passwortspeicher Ihres Systems ein. Bis dahin melden Sie sich jedes Mal an.',
  },
  'program-folder': {
    title: 'Der Ordner des Programms ist nicht beschreibbar',
    text: 'Prüfen Sie seine Berechtigungen, oder verschieben Sie das Programm in einen anderen Ordner.',
  },
});

export const checkClock: Copy['checkClock'] = catalogue({
  fast: 'Die Uhr dieses Computers geht {length} vor',
  slow: 'Die Uhr dieses Computers geht {length} nach',
  tooEarly: 'Die Uhr dieses Computers geht mindestens {length} nach',
});
