// German texts for the account menu in the header.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const account: Copy['account'] = catalogue({
  button: 'Konto von {name}',
  menu: 'Konto',
  signedInAs: 'Angemeldet als {name}',
  refresh: 'Abonnements erneut prüfen',
  open: 'Konto',
  changeName: 'Benutzernamen ändern',
  byItself: 'Von selbst anmelden',
  switchTo: 'Zu {name} wechseln',
  another: 'Anderes Konto verwenden',
  signOut: 'Abmelden',
  loader: 'Loader {version}',
  notWhileRunning: 'Möglich, sobald {brand} geschlossen ist.',
  notWhileStarting: 'Möglich, sobald {brand} gestartet und wieder geschlossen wurde.',
});
