// German texts for failures. `brief` must fit in two lines below a field.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const failures: Copy['failures'] = catalogue({
  busy: {
    title: 'Einen Moment',
    text: 'Etwas anderes läuft noch. Versuchen Sie es erneut, wenn es fertig ist.',
    brief: 'Etwas anderes läuft noch. Versuchen Sie es erneut, wenn es fertig ist.',
  },
  'out-of-order': {
    title: 'Das passt gerade nicht',
    text: 'Inzwischen hat sich etwas geändert. Machen Sie mit dem weiter, was Sie hier sehen.',
    brief: 'Inzwischen hat sich etwas geändert. Machen Sie mit dem weiter, was Sie hier sehen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Sie können es jederzeit erneut versuchen.',
    brief: 'Abgebrochen. Sie können es jederzeit erneut versuchen.',
  },
  'code-needed': {
    title: 'Dieses Konto verlangt einen Einmalcode',
    text: 'Melden Sie sich an und geben Sie dann den Code ein, den Ihre Authenticator-App anzeigt.',
    brief: 'Dieses Konto verlangt einen Einmalcode. Melden Sie sich an und geben Sie ihn dann ein.',
  },
  'key-unknown': {
    title: 'Dieser Schlüssel wurde nicht gefunden',
    text: 'Vergleichen Sie ihn mit der Nachricht, in der er kam: Jedes Zeichen zählt. Es muss ein Schlüssel für {brand} sein.',
    brief: 'Dieser Schlüssel wurde nicht gefunden. Vergleichen Sie ihn mit der Nachricht dazu.',
  },
  'key-banned': {
    title: 'Dieser Schlüssel ist gesperrt',
    text: '{brand} hat ihn gesperrt und kann Ihnen sagen, warum.',
  },
  'user-unknown': {
    title: 'Es gibt kein Konto mit diesem Benutzernamen',
    text: 'Prüfen Sie die Schreibweise. Der Schlüssel wurde nicht eingelöst.',
    brief: 'Es gibt kein Konto mit diesem Benutzernamen. Prüfen Sie die Schreibweise.',
  },
  'no-plan-for-level': {
    title: 'Dieser Schlüssel kann noch nicht eingelöst werden',
    text: 'Es gibt noch kein Abonnement dafür. Nur {brand} kann das beheben.',
  },
  'device-id-invalid': {
    title: 'Dieser Computer wurde nicht angenommen',
    text: 'Der Dienst konnte mit der Kennung dieses Computers nichts anfangen. {brand} kann helfen.',
  },
  'app-unknown': {
    title: 'Der Dienst kennt {brand} nicht',
    text: 'Dieses Programm wurde für eine Anwendung eingerichtet, die der Dienst nicht hat. Nur {brand} kann das beheben.',
  },
  'variable-unknown': {
    title: 'Die Ankündigung konnte nicht angezeigt werden',
    text: 'Der Dienst hat sie nicht. Alles andere funktioniert wie gewohnt.',
  },
  'variable-read-only': {
    title: '{brand} hat diese Einstellung festgelegt',
    text: 'Nur {brand} kann sie ändern. Alles andere funktioniert wie gewohnt.',
  },
  'type-unknown': {
    title: 'Der Dienst bietet das nicht an',
    text: 'Vielleicht ist er älter als dieses Programm. {brand} kann helfen.',
  },
  'bad-request': {
    title: 'Der Dienst konnte die Anfrage nicht lesen',
    text: 'Das liegt nicht an Ihnen. Versuchen Sie es erneut; wenn es dabei bleibt, bitten Sie um Hilfe.',
  },
  'username-taken': {
    title: 'Diesen Benutzernamen hat schon jemand',
    text: 'Wählen Sie einen anderen. Es wurde kein Konto angelegt, und Ihr Schlüssel ist unbenutzt.',
    brief:
      'Diesen Benutzernamen hat schon jemand. Wählen Sie einen anderen; Ihr Schlüssel ist unbenutzt.',
  },
  'username-too-short': {
    title: 'Dieser Benutzername ist zu kurz',
    text: 'Wählen Sie einen längeren.',
    brief: 'Dieser Benutzername ist zu kurz. Wählen Sie einen längeren.',
  },
  'username-reserved': {
    title: 'Dieser Benutzername ist nicht zu haben',
    text: 'Er ist reserviert oder sieht aus wie ein anderer. Wählen Sie einen anderen.',
    brief:
      'Dieser Benutzername ist reserviert oder sieht aus wie ein anderer. Wählen Sie einen anderen.',
  },
  'new-username-taken': {
    title: 'Diesen Benutzernamen hat schon jemand',
    text: 'Wählen Sie einen anderen. Ihr Name ist, wie er war.',
    brief: 'Diesen Benutzernamen hat schon jemand. Wählen Sie einen anderen.',
  },
  'forgot-user-unknown': {
    title: 'Es gibt kein Konto mit diesem Benutzernamen',
    text: 'Prüfen Sie die Schreibweise. Es wurde keine E‑Mail gesendet.',
    brief: 'Es gibt kein Konto mit diesem Benutzernamen. Prüfen Sie die Schreibweise.',
  },
  'email-missing': {
    title: 'Dieses Konto hat keine E‑Mail-Adresse',
    text: 'Deshalb kann keine E‑Mail gesendet werden. {brand} kann dem Konto eine Adresse geben oder ein neues Passwort.',
  },
  'email-wrong': {
    title: 'Das ist nicht die E‑Mail-Adresse dieses Kontos',
    text: 'Geben Sie die an, mit der das Konto angelegt wurde. Es wurde keine E‑Mail gesendet.',
    brief:
      'Mit dieser E‑Mail-Adresse wurde das Konto nicht angelegt. Es wurde keine E‑Mail gesendet.',
  },
  'mail-unavailable': {
    title: 'Es kann keine E‑Mail gesendet werden',
    text: 'Der Dienst ist dafür nicht eingerichtet. {brand} kann Ihnen ein neues Passwort geben.',
  },
  internal: {
    title: 'In diesem Programm ist etwas schiefgegangen',
    text: 'Das liegt nicht an Ihnen. Versuchen Sie es erneut; wenn es dabei bleibt, bitten Sie um Hilfe.',
  },
});

export const thisComputer: Copy['thisComputer'] = catalogue({
  'vault-unavailable': {
    title: 'Ihre Anmeldung konnte nicht gespeichert werden',
    text: 'Der Schlüsselspeicher dieses Computers hat sie nicht angenommen. Beim nächsten Mal werden Sie wieder nach Ihrem Passwort gefragt.',
  },
  'kept-not-changed': {
    title: 'Das konnte nicht gespeichert werden',
    text: 'Der Schlüsselspeicher dieses Computers hat es nicht angenommen. Ihre gespeicherte Anmeldung ist, wie sie war.',
  },
  'vault-unreadable': {
    title: 'Ihre gespeicherte Anmeldung war nicht lesbar',
    text: 'Der Schlüsselspeicher dieses Computers ist gesperrt oder hat nicht geantwortet. Melden Sie sich mit Ihrem Passwort an.',
    brief: 'Der Schlüsselspeicher gab Ihre Anmeldung nicht heraus. Geben Sie Ihr Passwort ein.',
  },
  'kept-by-older-version': {
    title: 'Bitte melden Sie sich noch einmal an',
    text: 'Eine ältere Version hat Ihre Anmeldung gespeichert. Geben Sie Ihr Passwort ein und lassen Sie „Angemeldet bleiben“ an: Dann wird sie neu gespeichert.',
    brief:
      'Eine ältere Version hat Ihre Anmeldung gespeichert. Geben Sie Ihr Passwort noch einmal ein.',
  },
  'sandbox-off': {
    title: 'Eine Schutzschicht fehlt',
    text: 'Ihr System erlaubt {brand} nicht, dieses Fenster von Ihren Dateien zu trennen. Sie können fortfahren oder sich an {brand} wenden.',
  },
  'hardware-unavailable': {
    title: 'Dieser Computer wurde nicht erkannt',
    text: 'Das System hat nicht rechtzeitig gesagt, welcher Computer dies ist. Das gibt sich oft: Versuchen Sie es gleich noch einmal.',
  },
  'app-missing': {
    title: '{brand} wurde nicht gefunden',
    text: 'Die Programmdatei fehlt. Meist hilft es, das Programm noch einmal zu installieren.',
  },
  'app-altered': {
    title: '{brand} wurde nicht gestartet',
    text: 'Die Programmdatei liegt nicht da, wo sie hingehört. Meist hilft es, das Programm noch einmal zu installieren.',
  },
  'spawn-failed': {
    title: '{brand} konnte nicht gestartet werden',
    text: 'Das System hat den Start nicht zugelassen. Vielleicht hat ein Sicherheitsprogramm ihn verhindert.',
  },
});

export const whileRedeeming: Copy['whileRedeeming'] = catalogue({
  timeout: {
    title: 'Es kam keine Antwort',
    text: 'Vielleicht ist die Verbindung langsam oder der Dienst ausgelastet. Der Schlüssel kann trotzdem eingelöst worden sein. Wenn Sie ihn noch einmal senden, sagen wir es Ihnen.',
    brief:
      'Es kam keine Antwort. Vielleicht ist der Schlüssel eingelöst: Senden Sie ihn noch einmal.',
  },
  interrupted: {
    title: 'Die Verbindung wurde unterbrochen',
    text: 'Der Schlüssel kann trotzdem eingelöst worden sein. Wenn Sie ihn noch einmal senden, sagen wir es Ihnen.',
  },
  'bad-reply': {
    title: 'Die Antwort war nicht lesbar',
    text: 'Der Schlüssel kann trotzdem eingelöst worden sein. Wenn Sie ihn noch einmal senden, sagen wir es Ihnen.',
  },
  'bad-signature': {
    title: 'Die Antwort konnte nicht geprüft werden',
    text: 'Sie beweist nicht, dass sie vom Dienst stammt, und wurde deshalb nicht verwendet. Der Schlüssel kann trotzdem eingelöst worden sein. Wenn Sie ihn noch einmal senden, sagen wir es Ihnen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Es war noch keine Antwort da, der Schlüssel kann also eingelöst worden sein. Wenn Sie ihn noch einmal senden, sagen wir es Ihnen.',
    brief: 'Abgebrochen. Vielleicht ist der Schlüssel eingelöst: Senden Sie ihn noch einmal.',
  },
  'session-gone': {
    title: 'Der Schlüssel wurde nicht eingelöst',
    text: 'Der Dienst hatte die Verbindung inzwischen beendet. Versuchen Sie es erneut.',
    brief: 'Nicht eingelöst: Der Dienst hatte die Verbindung beendet. Versuchen Sie es erneut.',
  },
  'not-signed-in': {
    title: 'Der Schlüssel wurde nicht eingelöst',
    text: 'Dieser Dienst löst Schlüssel nur für angemeldete Benutzer ein. Gehen Sie zurück, melden Sie sich an und lösen Sie ihn dann ein.',
    brief: 'Nicht eingelöst: Dieser Dienst löst Schlüssel nur für angemeldete Benutzer ein.',
  },
});

export const whileKept: Copy['whileKept'] = catalogue({
  'out-of-order': {
    title: 'Bitte melden Sie sich wieder an',
    text: 'Der Code wurde nicht rechtzeitig eingegeben; zur Sicherheit wurde Ihr Passwort verworfen.',
    brief: 'Der Code kam nicht rechtzeitig; Ihr Passwort wurde verworfen. Melden Sie sich neu an.',
  },
  'bad-credentials': {
    title: 'Bitte melden Sie sich wieder an',
    text: 'Benutzername und Passwort passen nicht mehr zusammen. Vielleicht wurde das Passwort geändert.',
    brief: 'Benutzername und Passwort passen nicht mehr. Vielleicht wurde das Passwort geändert.',
  },
});
