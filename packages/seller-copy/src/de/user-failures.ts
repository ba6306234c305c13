// German sentences about failures of users, their subscriptions and their variables.
import type { FailureSentences } from '../failure-sentences.ts';
import { existingSubscriptions } from './existing-subscriptions.ts';

export const userFailures = {
  'user-unknown': 'Diesen Benutzer gibt es nicht.',
  'no-users': 'Es gibt keine Benutzer.',
  'no-expired-users': 'Kein Benutzer ist abgelaufen.',
  'username-taken': 'Dieser Benutzername ist vergeben.',
  'email-taken': 'Diese E-Mail-Adresse hat bereits ein anderer Benutzer.',
  'username-too-short': 'Dieser Benutzername ist zu kurz.',
  'username-reserved': 'Dieser Benutzername ist reserviert oder ähnelt einem vorhandenen.',
  'password-or-hash': 'Geben Sie entweder ein Passwort oder seinen Hash an.',
  'password-hash-invalid':
    'Dieser Passwort-Hash ist ungültig. Erlaubt: bcrypt mit Kosten 4 bis 12, argon2id bis 64 MiB.',
  'computer-unknown': 'Diesen Computer hat der Benutzer nicht mehr.',
  'device-blacklisted': 'Dieser Computer steht auf der Sperrliste.',
  'device-id-invalid': 'Die Computer-ID ist zu kurz. Die Einstellung minhwid nennt das Minimum.',
  'two-factor-off': 'Dieser Benutzer hat keine Zwei-Faktor-Anmeldung.',
  'mail-settings-missing':
    'Dem Dienst fehlen die E-Mail-Einstellungen mit seiner öffentlichen URL. Setzen Sie ein neues Passwort.',
  'too-many-links':
    'Dieser Benutzer hat bereits drei Links. Verwenden Sie einen davon oder warten Sie eine Stunde.',
  'no-subscription': 'Dieser Benutzer hat kein aktives Abonnement.',
  'subscription-unknown': ({ subscriptions }) =>
    `Dieses Abonnement gibt es nicht. ${existingSubscriptions(subscriptions)}`.trim(),
  'subscription-exists': 'Ein Abonnement mit diesem Namen gibt es bereits.',
  'days-invalid': 'Die Laufzeit muss eine Anzahl von Tagen sein.',
  'days-not-positive': 'Die Laufzeit muss länger als 0 Tage sein.',
  'grants-too-short': 'Die Gutschriften haben weniger Restzeit, als das Enddatum verlangt.',
  'variable-unknown': 'Diese Variable gibt es nicht.',
  'variable-exists': 'Eine Variable mit diesem Namen gibt es bereits.',
  'no-variables': 'Es gibt keine Variablen.',
  'user-not-muted': 'Dieser Benutzer ist nicht stummgeschaltet.',
  'session-unknown': 'Diese Sitzung ist beendet.',
  'no-sessions': 'Es gibt keine Sitzungen.',
  'user-or-key': 'Geben Sie entweder einen Benutzer oder einen Schlüssel an.',
  'token-unknown': 'Dieses Token gibt es nicht.',
  'user-or-subscription': 'Geben Sie entweder einen Benutzer oder ein Abonnement an.',
  'feature-unknown': 'Diese Funktion gibt es nicht.',
  'feature-value-invalid':
    'Der Wert passt nicht zur Art. Ein Text hat höchstens 64 Zeichen. Texte wie off oder -1 brauchen die Art text.',
  'feature-kind-differs': ({ subscription }) =>
    `Die Funktion hat in ${subscription ?? 'einem anderen Abonnement'} eine andere Art.`,
  'feature-end-past': 'Die Funktion muss in der Zukunft enden.',
  'feature-end-of-user': 'Nur die Funktion eines Benutzers kann ein Ende haben.',
  'too-many-features': 'Es gibt schon 64 Funktionen. Entfernen Sie zuerst eine.',
} satisfies Partial<FailureSentences>;
