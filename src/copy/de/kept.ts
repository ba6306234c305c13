// German texts for the list of saved sign-ins.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const keptList: Copy['keptList'] = catalogue({
  title: 'Konto wählen',
  byKey: 'Nur mit einem Schlüssel',
  incomplete: 'Fragt nach dem Passwort',
  another: 'Anderes Konto verwenden',
  forget: 'Vergessen',
  forgetOne: '{name} vergessen',
  forgetTitle: '{name} vergessen?',
  forgetText:
    'Benutzername und Passwort werden von diesem Computer entfernt. Das Konto selbst bleibt, wie es ist.',
  forgetKeyText:
    'Der Schlüssel wird von diesem Computer entfernt. Vergewissern Sie sich, dass Sie ihn anderswo haben: Nur mit ihm können Sie sich anmelden.',
  keep: 'Behalten',
  forgotten: '{name} ist auf diesem Computer vergessen.',
});
