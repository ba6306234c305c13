// German texts for the account menu in the header.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const account: Copy['account'] = catalogue({
  button: 'Konto von {name}',
  menu: 'Konto',
  signedInAs: 'Angemeldet als {name}',
  refresh: 'Abonnements erneut prüfen',
  changeName: 'Benutzernamen ändern',
  autoSignIn: 'Automatisch anmelden',
  switchTo: 'Zu {name} wechseln',
  useAnother: 'Anderes Konto verwenden',
  signOut: 'Abmelden',
  notWhileRunning: 'Beenden Sie zuerst {brand}.',
  notWhileStarting: 'Warten Sie, bis {brand} gestartet ist, und beenden Sie dann das Programm.',
});
