// German texts for problems between this computer and the service.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const connection: Copy['connection'] = catalogue({
  offline: {
    title: 'Sie sind offline',
    text: 'Dieser Computer hat keine Internetverbindung. Prüfen Sie Kabel oder WLAN und versuchen Sie es dann erneut.',
    brief: 'Sie sind offline. Prüfen Sie Kabel oder WLAN und versuchen Sie es erneut.',
  },
  dns: {
    title: 'Der Dienst wurde nicht gefunden',
    text: 'Das Netzwerk kannte seine Adresse nicht. Prüfen Sie die Internetverbindung und versuchen Sie es dann erneut.',
    brief: 'Der Dienst wurde nicht gefunden. Prüfen Sie die Internetverbindung.',
  },
  'refused-connection': {
    title: 'Der Dienst antwortet nicht',
    text: 'Das Netzwerk funktioniert, aber der Dienst hat die Verbindung nicht angenommen. Vielleicht startet er gerade neu. Versuchen Sie es gleich noch einmal.',
    brief: 'Der Dienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
  },
  timeout: {
    title: 'Es kam keine Antwort',
    text: 'Vielleicht ist die Verbindung langsam oder der Dienst ausgelastet. Versuchen Sie es gleich noch einmal.',
    brief: 'Es kam keine Antwort. Versuchen Sie es gleich noch einmal.',
  },
  tls: {
    title: 'Keine sichere Verbindung',
    text: 'Das Zertifikat des Dienstes wurde nicht anerkannt, deshalb wurde nichts gesendet. Ein Sicherheitsprogramm, ein Firmennetz oder eine falsch gehende Uhr kann das verursachen.',
  },
  'proxy-auth': {
    title: 'Ihr Netzwerk verlangt ein Passwort',
    text: 'Zwischen diesem Computer und dem Dienst steht ein Proxy. Wer das Netzwerk betreut, kann ihn freischalten.',
    brief: 'Ihr Netzwerk verlangt ein Passwort. Wer es betreut, kann dieses Programm freischalten.',
  },
  'captive-portal': {
    title: 'Ihr Netzwerk verlangt zuerst eine Anmeldung',
    text: 'Öffnen Sie eine beliebige Webseite im Browser und folgen Sie den Angaben, wie in einem Hotel oder Café. Versuchen Sie es dann erneut.',
    brief: 'Ihr Netzwerk verlangt zuerst eine Anmeldung. Öffnen Sie dazu eine beliebige Webseite.',
  },
  'server-down': {
    title: 'Der Dienst hat ein Problem',
    text: 'Er ist erreichbar, kann aber gerade nicht helfen. Versuchen Sie es gleich noch einmal.',
    brief: 'Der Dienst hat gerade ein Problem. Versuchen Sie es gleich noch einmal.',
  },
  overloaded: {
    title: 'Der Dienst ist ausgelastet',
    text: 'Er hat gerade mehr zu tun, als er kann; an Ihnen liegt es nicht. Versuchen Sie es gleich noch einmal.',
    brief:
      'Der Dienst ist ausgelastet; an Ihnen liegt es nicht. Versuchen Sie es gleich noch einmal.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Es kam keine vollständige Antwort. Versuchen Sie es erneut oder in einem anderen Netzwerk.',
  },
  'bad-reply': {
    title: 'Die Antwort war nicht lesbar',
    text: 'Der Dienst hat eine Antwort gesendet, die dieses Programm nicht lesen kann. Versuchen Sie es erneut oder in einem anderen Netzwerk.',
  },
  'bad-signature': {
    title: 'Die Antwort konnte nicht geprüft werden',
    text: 'Sie beweist nicht, dass sie vom Dienst stammt, und wurde deshalb nicht verwendet. Versuchen Sie es erneut oder in einem anderen Netzwerk. Auch ein Update dieses Programms kann helfen.',
  },
});

export const clock: Copy['clock'] = catalogue({
  title: 'Die Uhr dieses Computers geht falsch',
  fast: 'Die Uhr dieses Computers geht {length} vor.',
  slow: 'Die Uhr dieses Computers geht {length} nach.',
  advice:
    'Lassen Sie das System Datum und Uhrzeit selbst einstellen und versuchen Sie es dann erneut.',
  briefAdvice: 'Lassen Sie das System die Zeit einstellen.',
});
