// German sentences about failures of requests: keys, limits, faults and parameters.
import type { FailureFacts } from '@latchkey/protocol/seller-failures.ts';
import type { FailureSentences } from '../failure-sentences.ts';

export const requestFailures = {
  'seller-key-invalid': 'Dieser Verkäuferschlüssel ist ungültig.',
  'scope-missing': ({ scope }) =>
    scope === undefined
      ? 'Dazu sind Sie nicht berechtigt.'
      : `Dazu sind Sie nicht berechtigt. Nötig ist das Recht „${scope}“.`,
  'address-not-allowed': 'Die Einstellung selleraddress erlaubt Ihre IP-Adresse nicht.',
  'type-missing': 'Die Anfrage nennt keine Operation.',
  'type-unknown': 'Der Dienst kennt diese Operation nicht. Vielleicht ist er veraltet.',
  'rate-limited': ({ retryAfter }) => `Zu viele Anfragen. ${retryText(retryAfter)}`,
  overloaded: ({ retryAfter }) => `Der Dienst ist ausgelastet. ${retryText(retryAfter)}`,
  'bulk-running': ({ rows }) =>
    rows === undefined
      ? 'Eine andere Massenänderung läuft noch. Versuchen Sie es danach erneut.'
      : `Eine andere Massenänderung läuft noch, bisher ${rows.toLocaleString('de')} Zeilen. Versuchen Sie es danach erneut.`,
  'bulk-cancelled': ({ rows }) =>
    rows === undefined
      ? 'Die Änderung wurde abgebrochen. Bereits geänderte Zeilen bleiben so.'
      : `Die Änderung wurde nach ${rows.toLocaleString('de')} Zeilen abgebrochen. Bereits geänderte Zeilen bleiben so.`,
  'challenge-used': 'Diese Challenge gehört bereits zu einer anderen Anfrage.',
  'already-made': 'Diese Änderung ist bereits erfolgt. Die Antwort wird nicht wiederholt.',
  internal: 'Im Dienst ist ein Fehler aufgetreten. Details stehen in seinem Protokoll.',
  'disk-full': 'Der Speicherplatz des Dienstes ist voll. Geben Sie Platz frei.',
  'database-unreachable': 'Der Dienst erreicht seine Datenbank nicht. Prüfen Sie, ob sie läuft.',
  'read-only':
    'Der Dienst kann nicht speichern. Prüfen Sie, ob Datenträger oder Datenbank schreibgeschützt sind.',
  'url-unknown': 'Diese URL gibt es nicht.',
  'method-not-allowed': 'Hier sind nur GET und POST erlaubt.',
  'request-too-large': 'Die Anfrage ist zu groß.',
  'body-unsupported': 'Die Anfrage muss ein Formular oder flaches JSON enthalten.',
  'json-not-flat': 'Das JSON muss ein flaches Objekt aus Texten, Zahlen und Wahrheitswerten sein.',
  'request-invalid': 'Die Anfrage ist ungültig.',
  'too-many-parameters': 'Die Anfrage hat zu viele Parameter.',
  'parameter-missing': ({ parameter }) => `${parameterText(parameter)} fehlt.`,
  'parameter-invalid': ({ parameter }) => `${parameterText(parameter)} ist ungültig.`,
  'parameter-unknown': ({ parameter }) => `${parameterText(parameter)} ist dem Dienst unbekannt.`,
  'parameter-twice': ({ parameter }) => `${parameterText(parameter)} ist doppelt angegeben.`,
  'parameter-not-utf8': ({ parameter, encoding }) =>
    `${parameterText(parameter)} ist kein UTF-8-Text. ${encodingText(encoding)}`.trim(),
  'body-not-utf8': ({ encoding }) =>
    `Die Anfrage ist kein UTF-8-Text. ${encodingText(encoding)}`.trim(),
  'upload-url-invalid':
    'Diese Upload-URL ist ungültig oder abgelaufen. Beginnen Sie den Upload erneut.',
  'hash-missing': 'Die URL muss mit dem SHA-256 des Inhalts enden.',
  'hash-differs': 'Der Upload wurde unterwegs beschädigt. Laden Sie die Datei erneut hoch.',
  'too-many-unused-uploads':
    '128 MiB früherer Uploads gehören zu keiner Version. Verwenden Sie sie oder warten Sie 2 Stunden.',
} satisfies Partial<FailureSentences>;

function retryText(seconds: FailureFacts['retryAfter']): string {
  if (seconds === undefined) return 'Versuchen Sie es gleich erneut.';
  if (seconds < 120)
    return `Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} erneut.`;
  return `Versuchen Sie es in ${Math.ceil(seconds / 60)} Minuten erneut.`;
}

function parameterText(parameter: FailureFacts['parameter']): string {
  return parameter === undefined ? 'Ein Parameter' : `Der Parameter „${parameter}“`;
}

function encodingText(encoding: FailureFacts['encoding']): string {
  return encoding === undefined ? '' : `Die Kodierung ist vermutlich ${encoding}.`;
}
