// German: what is stored about the customer, and the deletion of the account.
import type { Copy } from '../language.ts';

export const data: Copy['data'] = {
  title: 'Ihre Daten',
  text: 'Die gespeicherten Daten Ihres Kontos, als JSON-Datei.',
  download: 'Meine Daten herunterladen',
  fileName: 'meine-daten.json',
  remove: 'Mein Konto löschen',
  removeTitle: 'Ihr Konto löschen?',
  removeText: 'Konto, Abonnements und Schlüssel gehen verloren. Niemand kann sie wiederherstellen.',
  stays: 'Was der Anbieter behält',
  staying: [
    'Verwendete Schlüssel, ohne Ihren Namen: Sie dürfen nicht erneut gelten.',
    'Bestellungen, ohne die E-Mail Ihres Kontos: Das Steuerrecht verlangt sie.',
    'Das Änderungsprotokoll des Anbieters, als Nachweis.',
    'Sperren von Computern und IP-Adressen, falls es welche gibt.',
  ],
  shop: 'Ein Abonnement in einem Shop läuft weiter. Kündigen Sie es zuerst dort.',
  toShop: 'Shop öffnen',
  next: 'Weiter',
  sureTitle: (date) => `Alles am ${date} löschen?`,
  sureText: 'Bis dahin können Sie das hier zurücknehmen. Eine Anmeldung genügt nicht.',
  sure: 'Mein Konto löschen',
  back: 'Zurück',
  pending: (date) => `Ihr Konto wird am ${date} gelöscht`,
  pendingText: 'Bis dahin können Sie es verwenden.',
  keep: 'Konto behalten',
  kept: 'Ihr Konto bleibt bestehen',
};
