// German: a new account with an unused key.
import type { Copy } from '../language.ts';

export const register: Copy['register'] = {
  link: 'Konto erstellen',
  title: 'Konto erstellen',
  lead: 'Sie brauchen einen Lizenzschlüssel, den niemand verwendet hat.',
  name: 'Benutzername',
  email: 'E-Mail (freiwillig)',
  emailHint: 'Für ein neues Passwort, wenn Sie es brauchen.',
  submit: 'Konto erstellen',
  busy: 'Wird erstellt\u00a0…',
};
