// German texts for problems between this computer and the service.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const connection: Copy['connection'] = catalogue({
  offline: {
    title: 'Sie sind offline',
    text: 'Prüfen Sie Kabel oder WLAN und versuchen Sie es erneut.',
    brief: 'Sie sind offline. Prüfen Sie Kabel oder WLAN und versuchen Sie es erneut.',
  },
  dns: {
    title: 'Der Dienst wurde nicht gefunden',
    text: 'Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
    brief:
      'Der Dienst wurde nicht gefunden. Prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
  },
  'refused-connection': {
    title: 'Der Dienst antwortet nicht',
    text: 'Vielleicht startet er gerade neu. Versuchen Sie es in Kürze erneut.',
    brief:
      'Der Dienst antwortet nicht. Vielleicht startet er gerade neu. Versuchen Sie es in Kürze erneut.',
  },
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Ihre Verbindung ist vielleicht langsam. Versuchen Sie es in Kürze erneut.',
    brief: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es in Kürze erneut.',
  },
  tls: {
    title: 'Keine sichere Verbindung',
    text: 'Prüfen Sie Netzwerk, Sicherheitsprogramm und Uhr dieses Computers und versuchen Sie es erneut.',
  },
  'proxy-auth': {
    title: 'Der Proxy Ihres Netzwerks lässt Sie nicht durch',
    text: 'Prüfen Sie seine Einstellungen oder fragen Sie Ihren Netzwerkadministrator.',
    brief:
      'Der Proxy Ihres Netzwerks lässt Sie nicht durch. Fragen Sie Ihren Netzwerkadministrator.',
  },
  'captive-portal': {
    title: 'Ihr Netzwerk verlangt eine Anmeldung',
    text: 'Öffnen Sie eine beliebige Webseite im Browser und melden Sie sich dort an. Versuchen Sie es dann erneut.',
    brief:
      'Ihr Netzwerk verlangt eine Anmeldung. Öffnen Sie eine Webseite und versuchen Sie es dann erneut.',
  },
  'server-down': {
    title: 'Der Dienst ist gestört',
    text: 'Er kann gerade nicht antworten. Versuchen Sie es in Kürze erneut.',
    brief: 'Der Dienst ist gestört. Versuchen Sie es in Kürze erneut.',
  },
  overloaded: {
    title: 'Der Dienst ist ausgelastet',
    text: 'Versuchen Sie es in Kürze erneut.',
    brief: 'Der Dienst ist ausgelastet. Versuchen Sie es in Kürze erneut.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Die Antwort kam nicht vollständig an. Versuchen Sie es erneut oder verwenden Sie ein anderes Netzwerk.',
  },
  'bad-reply': {
    title: 'Die Antwort ist nicht lesbar',
    text: 'Der Dienst oder Ihr Netzwerk hat ein Problem. Versuchen Sie es erneut oder verwenden Sie ein anderes Netzwerk.',
  },
  'bad-signature': {
    title: 'Die Antwort konnte nicht geprüft werden',
    text: 'Sie stammt vielleicht nicht vom Dienst. Verwenden Sie ein anderes Netzwerk oder aktualisieren Sie diesen Loader.',
  },
});

export const clock: Copy['clock'] = catalogue({
  title: 'Die Uhr dieses Computers geht falsch',
  fast: 'Die Uhr dieses Computers geht {length} vor.',
  slow: 'Die Uhr dieses Computers geht {length} nach.',
  advice: 'Lassen Sie Datum und Uhrzeit automatisch einstellen und versuchen Sie es erneut.',
  briefAdvice: 'Lassen Sie sie automatisch einstellen und versuchen Sie es erneut.',
});
