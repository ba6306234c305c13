// German: failed requests of the page.
import type { Copy } from '../language.ts';

export const failures: Copy['failures'] = {
  rateLimited: (wait) => `Zu viele Versuche. Versuchen Sie es in ${wait} erneut.`,
  banned: (reason) =>
    reason === '' ? 'Dieses Konto ist gesperrt.' : `Dieses Konto ist gesperrt: ${reason}`,
  programRefused: (reason) =>
    reason === ''
      ? 'Das Programm hat die Anmeldung abgelehnt. Starten Sie es neu und verbinden Sie wieder.'
      : `Das Programm hat mit „${reason}“ geantwortet. Starten Sie es neu und verbinden Sie wieder.`,
  unknown: (code) => `Es ist ein Fehler aufgetreten (${code}). Versuchen Sie es erneut.`,
  byCode: {
    'no-connection': 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung.',
    'no-answer-in-time': 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.',
    'bad-credentials': 'Name, E-Mail oder Passwort ist falsch.',
    'code-needed': 'Geben Sie einen Code Ihrer Authenticator-App ein.',
    'bad-code': 'Dieser Code ist falsch oder wurde schon verwendet.',
    'key-unknown': 'Dieser Schlüssel ist nicht gültig. Prüfen Sie Buchstaben und Ziffern.',
    'key-used': 'Dieser Schlüssel wurde schon eingelöst.',
    'key-banned': 'Dieser Schlüssel ist gesperrt. Fragen Sie den Anbieter.',
    'no-plan-for-level': 'Dieser Schlüssel hat noch kein Abonnement. Fragen Sie den Anbieter.',
    'user-unknown':
      'Dieser Schlüssel ist kein Konto. Lösen Sie ihn nach der Anmeldung ein, oder im Programm.',
    'mail-unavailable': 'Dieser Dienst sendet keine E-Mails. Fragen Sie den Anbieter.',
    'computer-unknown': 'Dieser Computer wurde schon entfernt.',
    'no-resets-left': 'Sie können jetzt keinen weiteren Computer entfernen.',
    'username-taken': 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
    'username-too-short': 'Dieser Benutzername ist zu kurz.',
    'username-reserved': 'Dieser Benutzername ist nicht erlaubt. Wählen Sie einen anderen.',
    'email-taken': 'Ein anderes Konto hat diese E-Mail.',
    'two-factor-on': 'Die Zwei-Faktor-Anmeldung ist schon ein. Laden Sie die Seite neu.',
    'two-factor-off': 'Die Zwei-Faktor-Anmeldung ist schon aus. Laden Sie die Seite neu.',
    'two-factor-expired': 'Dieser QR-Code ist abgelaufen. Zeigen Sie einen neuen an.',
    'two-factor-bad-code': 'Dieser Code ist falsch oder wurde schon verwendet.',
    'two-factor-code-missing': 'Geben Sie einen Code Ihrer Authenticator-App ein.',
    'recovery-expired': 'Diese Wiederherstellungscodes sind abgelaufen. Erstellen Sie neue.',
    'not-loaded': 'Ein Teil der Seite fehlt. Laden Sie die Seite neu.',
    'session-unknown': 'Diese Sitzung ist schon beendet.',
    'app-paused': 'Der Anbieter hat den Dienst angehalten. Versuchen Sie es später erneut.',
    'app-disabled': 'Der Anbieter hat den Dienst abgeschaltet.',
    blacklisted: 'Der Anbieter hat diese Adresse gesperrt.',
    overloaded: 'Der Dienst ist ausgelastet. Versuchen Sie es bald erneut.',
    'bad-request': 'Prüfen Sie Ihre Eingabe.',
    'cross-site': 'Der Dienst hat diese Adresse abgelehnt. Öffnen Sie die übliche Adresse.',
    'program-silent':
      'Kein Programm hat geantwortet. Starten Sie es, und erlauben Sie der Seite den Zugriff.',
    'program-forbidden':
      'Der Browser lässt diese Seite nicht zum Programm. Erlauben Sie es in den Website-Einstellungen.',
    'name-unreadable':
      'Das Programm kann Ihren Benutzernamen von hier nicht lesen. Melden Sie sich im Programm an. Hat es kein Anmeldeformular, bitten Sie den Anbieter um einen anderen Benutzernamen.',
    'name-is-key':
      'Ihr Benutzername ist ein Schlüssel und bleibt geheim. Geben Sie ihn im Programm ein. Hat es kein Feld dafür, bitten Sie den Anbieter um einen Benutzernamen.',
    'https-needed': 'Die Seite braucht eine Adresse, die mit https beginnt.',
  },
};
