// German texts for the footer and the brand's links.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const footer: Copy['footer'] = catalogue({ language: 'Sprache' });

export const navigation: Copy['navigation'] = catalogue({ back: 'Zurück' });

export const trust: Copy['trust'] = catalogue({
  verified: 'Dienst geprüft, {ago}',
  unverified: 'Dienst nicht geprüft',
  'not-reached': 'Dienst nicht erreicht',
  refused: 'Dienst nicht prüfbar',
});

export const trustPanel: Copy['trustPanel'] = catalogue({
  button: 'Was geprüft wurde',
  titles: {
    verified: 'Dienst geprüft',
    unverified: 'Dienst nicht geprüft',
    'not-reached': 'Dienst nicht erreicht',
    refused: 'Dienst nicht prüfbar',
  },
  texts: {
    verified: 'Die letzte Antwort stammt von diesem Dienst und ist unverändert.',
    unverified: 'Dieser Dienst signiert seine Antworten nicht. Sie lassen sich nicht prüfen.',
    'not-reached': 'Es liegt keine Antwort vor, die geprüft werden kann.',
    refused: 'Die letzte Antwort hatte keine gültige Signatur. Sie wurde verworfen.',
  },
  host: 'Dienst',
  when: 'Zuletzt geprüft',
  key: 'Signaturschlüssel',
  requests: 'Anfragen anzeigen',
});

export const links: Copy['links'] = catalogue({
  contact: 'Auf {host} nachfragen',
  renew: 'Auf {host} verlängern',
  subscribe: 'Auf {host} abonnieren',
  reset: 'Konto über {host} übertragen',
  forgot: 'Passwort vergessen?',
  lostDevice: 'Smartphone verloren?',
  help: 'Hilfe',
  helpAt: 'Hilfe auf {host}',
  noContact: 'Smartphone verloren? {brand} kann die Zwei-Faktor-Anmeldung für Sie ausschalten.',
  tooltip: 'Öffnet {address}',
  download: 'Update von {host} laden',
  notOpened: 'Der Browser wurde nicht geöffnet. Rufen Sie {host} auf.',
});
