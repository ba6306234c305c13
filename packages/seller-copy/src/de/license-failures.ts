// German sentences about failures of licenses, orders and accounts of resellers and managers.
import type { FailureSentences } from '../failure-sentences.ts';
import { existingSubscriptions } from './existing-subscriptions.ts';

export const licenseFailures = {
  'key-unknown': 'Diesen Schlüssel gibt es nicht.',
  'key-not-banned': 'Dieser Schlüssel ist nicht gesperrt oder existiert nicht.',
  'key-not-unused': 'Reseller können nur unbenutzte Schlüssel löschen.',
  'key-used': 'Dieser Schlüssel wurde bereits eingelöst.',
  'key-banned': 'Dieser Schlüssel ist gesperrt.',
  'key-exists': 'Diesen Schlüssel gibt es bereits.',
  'no-unused-keys': 'Es gibt keine unbenutzten Schlüssel.',
  'no-used-keys': 'Es gibt keine eingelösten Schlüssel.',
  'no-keys': 'Es gibt keine Schlüssel.',
  'key-or-order': 'Geben Sie entweder einen Schlüssel oder eine Bestellung an.',
  'order-unknown': 'Zu dieser Bestellung gibt es keine Schlüssel.',
  'order-differs': ({ amount, level, days }) =>
    amount === undefined || level === undefined || days === undefined
      ? 'Diese Bestellung gibt es mit anderer Anzahl, Stufe oder Laufzeit.'
      : `Diese Bestellung gibt es mit ${amount} Schlüssel${amount === 1 ? '' : 'n'} der Stufe ${level} für ${days} ${days === 1 ? 'Tag' : 'Tage'}.`,
  'order-deleted': 'Schlüssel dieser Bestellung wurden gelöscht. Es wurde nichts erstellt.',
  'order-unusable': 'Die Bestellnummer des Shops ist nicht verwendbar. Es wurde nichts erstellt.',
  'order-missing': 'Der Shop hat keine bekannte Bestellnummer gesendet. Es wurde nichts erstellt.',
  'not-a-sale': 'Dieses Ereignis des Shops ist kein Verkauf. Es wurde nichts erstellt.',
  'body-unreadable': 'Die Anfrage des Shops ist nicht lesbar. Es wurde nichts erstellt.',
  'days-missing': 'Geben Sie die Laufzeit in Tagen an.',
  'too-many-keys': 'Sie können höchstens 100 Schlüssel auf einmal erstellen.',
  'custom-key-repeated': 'Ein fester Schlüssel lässt sich nur einmal erstellen.',
  'mask-too-weak':
    'Schlüssel dieses Musters sind zu leicht zu erraten. Verwenden Sie mehr Sternchen.',
  'mask-exhausted': 'Alle Schlüssel dieses Musters sind vergeben. Verwenden Sie mehr Sternchen.',
  'level-differs': ({ level }) =>
    level === undefined
      ? 'Dieses Abonnement hat eine andere Stufe.'
      : `Dieses Abonnement hat die Stufe ${level}.`,
  'level-of-older-subscription': ({ subscription, level }) =>
    subscription === undefined || level === undefined
      ? 'Schlüssel dieser Stufe geben ein älteres Abonnement.'
      : `Schlüssel der Stufe ${level} geben ${subscription}. Geben Sie diesem Abonnement eine andere Stufe.`,
  'no-plan-for-level': ({ subscriptions }) =>
    `Kein Abonnement hat diese Stufe. ${existingSubscriptions(subscriptions)}`.trim(),
  'days-not-sold': 'Reseller verkaufen 1, 7, 30, 90, 180, 365 oder 9999 Tage.',
  'level-not-allowed': 'Dieses Konto darf keine Schlüssel dieser Stufe erstellen.',
  'balance-low': 'Das Guthaben dieses Kontos reicht nicht aus.',
  'balance-out-of-range': 'Ein Guthaben muss zwischen 0 und 1.000.000 bleiben.',
  'account-exists': 'Ein Konto mit diesem Namen gibt es bereits.',
  'account-unknown': 'Dieses Konto gibt es nicht.',
  'scopes-of-managers': 'Nur Manager haben Rechte.',
  'levels-of-resellers': 'Nur Reseller haben Stufen.',
  'account-banned': 'Dieses Konto ist gesperrt.',
  'account-without-key': 'Dieses Konto hat keinen Verkäuferschlüssel.',
  'account-of-several-applications':
    'Diese Person hat Konten in anderen Anwendungen. Nur „latchkey accounts reset“ setzt ihr Passwort zurück.',
} satisfies Partial<FailureSentences>;
