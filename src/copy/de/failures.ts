// German texts for failures. `brief` must fit in two lines below a field.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const failures: Copy['failures'] = catalogue({
  busy: {
    title: 'Einen Moment bitte',
    text: 'Ein anderer Vorgang läuft noch. Versuchen Sie es danach erneut.',
    brief: 'Ein anderer Vorgang läuft noch. Versuchen Sie es danach erneut.',
  },
  'out-of-order': {
    title: 'Das ist gerade nicht möglich',
    text: 'Diese Ansicht hat sich geändert. Fahren Sie hier fort.',
    brief: 'Diese Ansicht hat sich geändert. Fahren Sie hier fort.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Sie können es jederzeit erneut versuchen.',
    brief: 'Abgebrochen. Sie können es jederzeit erneut versuchen.',
  },
  'code-needed': {
    title: 'Dieses Konto verlangt einen Einmalcode',
    text: 'Melden Sie sich an und geben Sie den Code aus Ihrer Authenticator-App ein.',
    brief: 'Dieses Konto verlangt einen Einmalcode. Melden Sie sich an und geben Sie den Code ein.',
  },
  'key-banned': {
    title: 'Dieser Schlüssel ist gesperrt',
    text: 'Den Grund erfahren Sie von {brand}.',
  },
  'user-unknown': {
    title: 'Es gibt kein Konto mit diesem Benutzernamen',
    text: 'Prüfen Sie die Schreibweise. Ihr Schlüssel wurde nicht eingelöst.',
    brief: 'Es gibt kein Konto mit diesem Benutzernamen. Prüfen Sie die Schreibweise.',
  },
  'no-plan-for-level': {
    title: 'Dieser Schlüssel kann noch nicht eingelöst werden',
    text: 'Das zugehörige Abonnement ist noch nicht eingerichtet. Wenden Sie sich an {brand}.',
  },
  'device-id-invalid': {
    title: 'Dieser Computer wurde nicht akzeptiert',
    text: 'Der Dienst konnte ihn nicht erkennen. Wenden Sie sich an {brand}.',
  },
  'app-unknown': {
    title: 'Der Dienst kennt {brand} nicht',
    text: 'Dieser Loader ist falsch eingerichtet. Wenden Sie sich an {brand}.',
  },
  'variable-unknown': {
    title: 'Die Ankündigung konnte nicht angezeigt werden',
    text: 'Alles andere funktioniert wie gewohnt.',
  },
  'variable-read-only': {
    title: 'Nur {brand} kann das ändern',
    text: 'Wenden Sie sich an {brand}, wenn Sie etwas anderes brauchen.',
  },
  'type-unknown': {
    title: 'Der Dienst bietet das nicht an',
    text: 'Der Dienst ist vielleicht veraltet. Wenden Sie sich an {brand}.',
  },
  'bad-request': {
    title: 'Der Dienst hat die Anfrage nicht verstanden',
    text: 'Versuchen Sie es erneut. Falls es wieder passiert, wenden Sie sich an {brand}.',
  },
  'username-taken': {
    title: 'Dieser Benutzername ist vergeben',
    text: 'Wählen Sie einen anderen. Ihr Schlüssel ist noch unbenutzt.',
    brief: 'Bereits vergeben. Ihr Schlüssel ist noch unbenutzt.',
  },
  'email-taken': {
    title: 'Diese E‑Mail-Adresse gehört zu einem anderen Konto',
    text: 'Melden Sie sich dort an oder verwenden Sie eine andere. Ihr Schlüssel ist noch unbenutzt.',
    brief: 'Ein anderes Konto hat diese E‑Mail-Adresse. Ihr Schlüssel ist noch unbenutzt.',
  },
  'trial-used': {
    title: 'Dieser Computer hatte schon einen kostenlosen Testzeitraum',
    text: 'Melden Sie sich mit dem Konto von damals an, oder lösen Sie einen Schlüssel ein.',
  },
  'trial-limit': {
    title: 'Zu viele Tests in diesem Netz',
    text: 'Versuchen Sie es morgen erneut.',
  },
  'username-too-short': {
    title: 'Dieser Benutzername ist zu kurz',
    text: 'Wählen Sie einen längeren.',
    brief: 'Dieser Benutzername ist zu kurz. Wählen Sie einen längeren.',
  },
  'username-reserved': {
    title: 'Dieser Benutzername ist nicht verfügbar',
    text: 'Er ist reserviert oder ähnelt einem vorhandenen. Wählen Sie einen anderen.',
    brief: 'Dieser Benutzername ist nicht verfügbar. Wählen Sie einen anderen.',
  },
  'password-guessable': {
    title: 'Dieses Passwort ist zu leicht zu erraten',
    text: 'Vier zufällige Wörter eignen sich gut.',
    brief: 'Dieses Passwort wird in Sekunden erraten. Vier zufällige Wörter eignen sich gut.',
  },
  'new-username-taken': {
    title: 'Dieser Benutzername ist vergeben',
    text: 'Wählen Sie einen anderen. Ihr Benutzername hat sich nicht geändert.',
    brief: 'Dieser Benutzername ist vergeben. Wählen Sie einen anderen.',
  },
  'forgot-user-unknown': {
    title: 'Es gibt kein Konto mit diesem Benutzernamen',
    text: 'Prüfen Sie die Schreibweise. Es wurde keine E‑Mail gesendet.',
    brief: 'Es gibt kein Konto mit diesem Benutzernamen. Prüfen Sie die Schreibweise.',
  },
  'email-missing': {
    title: 'Dieses Konto hat keine E‑Mail-Adresse',
    text: 'Ein neues Passwort erhalten Sie von {brand}.',
  },
  'email-wrong': {
    title: 'Diese E‑Mail-Adresse gehört nicht zum Konto',
    text: 'Geben Sie die Adresse ein, mit der Sie das Konto erstellt haben. Es wurde keine E‑Mail gesendet.',
    brief:
      'Diese E‑Mail-Adresse gehört nicht zum Konto. Geben Sie die Adresse ein, mit der Sie es erstellt haben.',
  },
  'mail-unavailable': {
    title: 'Der Dienst kann keine E‑Mails senden',
    text: 'Ein neues Passwort erhalten Sie von {brand}.',
  },
  internal: {
    title: 'Es ist ein Fehler aufgetreten',
    text: 'Versuchen Sie es erneut. Falls es wieder passiert, wenden Sie sich an {brand}.',
  },
});

export const thisComputer: Copy['thisComputer'] = catalogue({
  'vault-unavailable': {
    title: 'Ihr Konto konnte nicht gespeichert werden',
    text: 'Dieser Computer kann es nicht sicher speichern. Beim nächsten Mal müssen Sie sich erneut anmelden.',
  },
  'kept-not-changed': {
    title: 'Das konnte nicht gespeichert werden',
    text: 'Ihr gespeichertes Konto ist unverändert. Versuchen Sie es erneut.',
  },
  'setting-refused': {
    title: 'Das konnte nicht geändert werden',
    text: 'Ihr System hat es abgelehnt. Versuchen Sie es erneut oder ändern Sie es in den Systemeinstellungen.',
  },
  'vault-unreadable': {
    title: 'Ihr gespeichertes Konto konnte nicht geöffnet werden',
    text: 'Der Passwortspeicher Ihres Systems ist vielleicht gesperrt. Melden Sie sich erneut an.',
    brief: 'Ihr gespeichertes Konto konnte nicht geöffnet werden. Melden Sie sich erneut an.',
  },
  'sandbox-off': {
    title: 'Eine Schutzfunktion fehlt',
    text: '{brand} kann dieses Fenster nicht von Ihren Dateien trennen. Fahren Sie fort oder wenden Sie sich an {brand}.',
  },
  'hardware-unavailable': {
    title: 'Dieser Computer wurde nicht erkannt',
    text: 'Das ist meist nur vorübergehend. Versuchen Sie es in Kürze erneut.',
  },
  'key-store-locked': {
    title: 'Dieser Computer wurde nicht erkannt',
    text: 'Der Passwortspeicher Ihres Systems ist gesperrt. Entsperren Sie ihn und starten Sie {brand} neu.',
  },
  'file-not-saved': {
    title: 'Die Datei konnte nicht gespeichert werden',
    text: 'Wählen Sie einen anderen Ordner oder kopieren Sie die Codes.',
  },
  'not-printed': {
    title: 'Die Codes konnten nicht gedruckt werden',
    text: 'Prüfen Sie Ihren Drucker oder speichern Sie die Codes als Datei.',
  },
  'loader-not-updated': {
    title: 'Das Update ließ sich nicht installieren',
    text: 'Es hat sich nichts geändert. Sie können es auch dort herunterladen, wo Sie diesen Loader erhalten haben.',
  },
  'app-missing': {
    title: '{brand} wurde nicht gefunden',
    text: 'Die Programmdatei fehlt. Installieren Sie das Programm erneut.',
  },
  'app-altered': {
    title: '{brand} wurde nicht gestartet',
    text: 'Die Programmdatei liegt am falschen Ort. Installieren Sie das Programm erneut.',
  },
  'spawn-failed': {
    title: '{brand} konnte nicht gestartet werden',
    text: 'Vielleicht hat ein Sicherheitsprogramm den Start verhindert. Erlauben Sie ihn dort und versuchen Sie es erneut.',
  },
});

export const whileRedeeming: Copy['whileRedeeming'] = catalogue({
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
    brief:
      'Keine Antwort vom Dienst. Ihr Schlüssel wurde vielleicht schon eingelöst. Versuchen Sie es einfach erneut.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
  },
  'bad-reply': {
    title: 'Die Antwort ist nicht lesbar',
    text: 'Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
  },
  'bad-signature': {
    title: 'Die Antwort konnte nicht geprüft werden',
    text: 'Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
    brief:
      'Abgebrochen. Ihr Schlüssel wurde vielleicht schon eingelöst. Sie können es bedenkenlos erneut versuchen.',
  },
  'session-gone': {
    title: 'Der Schlüssel wurde nicht eingelöst',
    text: 'Die Verbindung zum Dienst wurde beendet. Versuchen Sie es erneut.',
    brief: 'Der Schlüssel wurde nicht eingelöst. Versuchen Sie es erneut.',
  },
  'not-signed-in': {
    title: 'Der Schlüssel wurde nicht eingelöst',
    text: 'Dafür müssen Sie angemeldet sein. Gehen Sie zurück, melden Sie sich an und lösen Sie ihn ein.',
    brief: 'Der Schlüssel wurde nicht eingelöst. Gehen Sie zurück und melden Sie sich zuerst an.',
  },
});

export const whileSavedSignIn: Copy['whileSavedSignIn'] = catalogue({
  'out-of-order': {
    title: 'Bitte melden Sie sich erneut an',
    text: 'Der Code wurde nicht rechtzeitig eingegeben.',
    brief: 'Der Code wurde nicht rechtzeitig eingegeben. Bitte melden Sie sich erneut an.',
  },
  'bad-credentials': {
    title: 'Bitte melden Sie sich erneut an',
    text: 'Ihr gespeichertes Passwort gilt nicht mehr. Vielleicht wurde es geändert.',
    brief: 'Ihr gespeichertes Passwort gilt nicht mehr. Vielleicht wurde es geändert.',
  },
});
