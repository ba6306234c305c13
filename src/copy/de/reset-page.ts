// German: the service's page for a new password.
import type { ResetPageCopy } from '../en/reset-page.ts';
import { catalogue } from '../sentences.ts';

export const resetPage: ResetPageCopy = catalogue({
  dead: {
    title: 'Dieser Link funktioniert nicht mehr',
    text: 'Er funktioniert einmal und eine Stunde lang. Fordern Sie im Programm einen neuen an.',
  },
  busy: {
    title: 'Gerade ist zu viel zu tun',
    text: 'Warten Sie eine Minute und laden Sie diese Seite dann neu.',
  },
  fault: {
    title: 'Etwas ist schiefgegangen',
    text: 'Es hat sich nichts geändert. Versuchen Sie es später noch einmal.',
  },
  changed: {
    title: 'Ihr Passwort wurde geändert',
    text: 'Sie können sich damit jetzt im Programm anmelden. Wo Sie angemeldet waren, sind Sie es nicht mehr.',
  },
  title: 'Ein neues Passwort für {name}',
  password: 'Neues Passwort',
  again: 'Noch einmal dasselbe',
  submit: 'Passwort ändern',
  differ: 'Die beiden Passwörter sind verschieden.',
  rule: 'Ein Passwort hat 1 bis {most} Zeichen, darunter keine Steuerzeichen.',
});
