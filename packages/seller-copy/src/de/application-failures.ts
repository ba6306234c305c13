// German sentences about failures of settings, files, releases, webhooks, chats and lists.
import type { FailureSentences } from '../failure-sentences.ts';

export const applicationFailures = {
  'nothing-to-update': 'Es gibt nichts zu ändern.',
  'versions-invalid':
    'Die Versionen sind ungültig. Erlaubt sind bis zu 20 mit Kommas, etwa 1.0@2027-01-31,1.1.',
  'selleraddress-not-yours': 'Die Einstellung selleraddress muss Ihre eigene IP-Adresse sein.',
  'webhook-masked': 'Diese Webhook-URL ist verdeckt. Geben Sie die ganze URL an.',
  'secret-masked': 'Dieser geheime Wert ist verdeckt. Geben Sie ihn vollständig an.',
  'already-paused': 'Die Anwendung ist bereits pausiert.',
  'not-paused': 'Die Anwendung ist nicht pausiert.',
  'period-reversed': 'Der Zeitraum endet vor seinem Beginn.',
  'period-too-long': 'Der Zeitraum ist zu lang.',
  'url-invalid': 'Diese URL ist ungültig.',
  'url-with-password': 'Die URL darf weder Benutzernamen noch Passwort enthalten.',
  'url-not-https': 'Die URL muss mit https:// beginnen.',
  'url-port-not-allowed': 'Die URL darf nur die Ports 443 und 8443 verwenden.',
  'url-not-public': 'Die URL muss auf eine öffentliche IP-Adresse zeigen.',
  'url-with-fragment': 'Die URL darf kein „#“ enthalten.',
  'url-or-name': 'Geben Sie entweder eine URL oder einen Namen an.',
  'upload-unknown': 'Im Upload-Ordner gibt es keine Datei mit diesem Namen.',
  'download-failed': 'Die Datei konnte nicht heruntergeladen werden.',
  'file-too-large': 'Eine Datei darf höchstens 50 MB groß sein.',
  'too-many-files': 'Eine Anwendung kann höchstens 1.000 Dateien haben. Löschen Sie zuerst eine.',
  'file-unknown': 'Diese Datei gibt es nicht.',
  'no-files': 'Es gibt keine Dateien.',
  'application-paused':
    'Die Anwendung ist pausiert. Setzen Sie sie fort, bevor Sie etwas hochladen.',
  'application-disabled':
    'Die Anwendung ist deaktiviert. Aktivieren Sie sie, bevor Sie etwas hochladen.',
  'manifest-missing': 'Das Manifest ist noch nicht hochgeladen. Laden Sie es zuerst hoch.',
  'manifest-unusable': ({ detail }) =>
    `Das Manifest ist nicht verwendbar${detail === undefined ? '' : ` (${detail})`}.`,
  'manifest-of-another-application': 'Das Manifest gehört zu einer anderen Anwendung.',
  'too-many-unfinished-releases':
    '20 Releases wurden nie veröffentlicht. Veröffentlichen oder löschen Sie einige davon.',
  'release-not-begun': 'Dieses Release ist noch nicht hochgeladen. Beginnen Sie es zuerst.',
  'chunks-missing': 'Teile dieses Releases fehlen. Laden Sie sie zuerst hoch.',
  'sequence-not-newer': 'Die Sequenznummer muss höher sein als die des neuesten Releases.',
  'release-unknown': 'Dieses Release gibt es nicht.',
  'authed-invalid': 'Wählen Sie, ob der Webhook eine Anmeldung verlangt: 1 oder 0.',
  'events-invalid':
    'Ein Ereignis ist unbekannt. Ereignisse: login, login-failed, register, redeem, redeem-failed, ban und log.',
  'too-many-webhooks': 'Die Anwendung hat zu viele Webhooks. Löschen Sie zuerst einen.',
  'webhook-unknown': 'Diesen Webhook gibt es nicht.',
  'no-webhooks': 'Es gibt keine Webhooks.',
  'delivery-unknown': 'Diese Zustellung gibt es nicht.',
  'delivery-queued': 'Diese Zustellung ist bereits eingereiht.',
  'delivery-just-queued':
    'Diese Zustellung wurde vor weniger als einer Minute eingereiht. Versuchen Sie es später.',
  'webhook-deleted': 'Der Webhook dieser Zustellung wurde gelöscht.',
  'webhook-queue-full': 'Die Warteschlange dieses Webhooks ist voll. Versuchen Sie es später.',
  'channel-exists': 'Einen Kanal mit diesem Namen gibt es bereits.',
  'channel-unknown': 'Diesen Kanal gibt es nicht.',
  'message-unknown': 'Diese Nachricht gibt es nicht.',
  'ip-invalid': 'Diese IP-Adresse ist ungültig.',
  'ip-or-device': 'Geben Sie eine IP-Adresse, eine Computerkennung oder beides an.',
  'ip-shared':
    'Alle Benutzer haben anscheinend diese IP-Adresse. Nennen Sie zuerst Ihren Proxy mit --trust-proxy.',
  'list-type-invalid': 'Ein Eintrag ist entweder eine IP-Adresse oder eine Computerkennung.',
  'entry-unknown': 'Diesen Eintrag gibt es nicht.',
  'no-entries': 'Die Liste ist leer.',
  'no-logs': 'Das Protokoll ist leer.',
  'button-exists': 'Eine Schaltfläche mit diesem Wert gibt es bereits.',
  'button-unknown': 'Diese Schaltfläche gibt es nicht.',
  'no-buttons': 'Es gibt keine Schaltflächen.',
  'search-not-allowed': 'Sie dürfen das Protokoll nicht durchsuchen.',
} satisfies Partial<FailureSentences>;
