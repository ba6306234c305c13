// German texts for the account menu in the header.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const account: Copy['account'] = catalogue({
  button: 'Konto von {name}',
  menu: 'Konto',
  signedInAs: 'Angemeldet als {name}',
  refresh: 'Nach Updates suchen',
  changeName: 'Benutzernamen ändern',
  autoSignIn: 'Automatisch anmelden',
  switchTo: 'Zu {name} wechseln',
  useAnother: 'Anderes Konto verwenden',
  signOut: 'Abmelden',
  signOutOfflineTitle: 'Ohne Internetverbindung abmelden?',
  signOutOfflineText:
    'Sie können sich erst online wieder anmelden. Das gespeicherte Konto wird von diesem Computer entfernt.',
  switchOfflineTitle: 'Konto ohne Internetverbindung wechseln?',
  switchOfflineText:
    'Sie sind offline. Ein anderes Konto kann sich vielleicht nicht anmelden. Dieses Konto bleibt gespeichert.',
  switchOffline: 'Konto wechseln',
  stay: 'Angemeldet bleiben',
  notWhileRunning: 'Beenden Sie zuerst {brand}.',
  notWhileStarting: 'Warten Sie, bis {brand} gestartet ist, und beenden Sie dann das Programm.',
});
