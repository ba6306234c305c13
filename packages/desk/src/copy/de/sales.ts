// German: orders of connected shops.
import type { Copy } from '../copy.ts';

const orders = (count: string, number: number) =>
  number === 1 ? '1 Bestellung' : `${count} Bestellungen`;

export const sales: Copy['sales'] = {
  title: 'Verkäufe',
  readOnly: 'Sie können Bestellungen ansehen, aber nicht ändern.',
  search: 'Verkäufe durchsuchen',
  searchHint: 'Bestellnummer oder ganze E-Mail',
  clear: 'Suche leeren',
  show: 'Bestellungen',
  all: 'Alle',
  inNeed: 'Zu prüfen',
  empty: 'Noch keine Verkäufe',
  emptyText:
    'Verbinden Sie einen Shop. Bezahlte Bestellungen erhalten Schlüssel und erscheinen hier.',
  emptyTextReader: 'Hier erscheinen Bestellungen verbundener Shops.',
  toShops: 'Zu den Shops',
  noMatch: 'Keine passende Bestellung',
  noMatchText: 'Geben Sie die ganze Bestellnummer oder die ganze E-Mail des Käufers ein.',
  allDone: 'Keine Bestellung ist zu prüfen',
  csv: 'CSV herunterladen',
  csvFile: 'verkaeufe',
  csvProgress: (count) => `${count}\u00a0Bestellungen\u00a0…`,
  columns: {
    order: 'Bestellung',
    shop: 'Shop',
    date: 'Datum',
    buyer: 'Käufer',
    product: 'Produkt',
    state: 'Status',
    attention: 'Zu prüfen',
    keys: 'Schlüssel',
    mail: 'E-Mail',
    amount: 'Betrag',
    currency: 'Währung',
  },
  states: {
    unpaid: 'Nicht bezahlt',
    paid: 'Bezahlt',
    'partly-refunded': 'Teilweise erstattet',
    refunded: 'Erstattet',
    disputed: 'Angefochten',
    test: 'Test',
  },
  mails: { '': 'Keine', queued: 'Wartet', sent: 'Gesendet', failed: 'Fehlgeschlagen' },
  otherProduct: 'Nicht genannt',
  pieces: (product, count) => `${product} × ${count}`,
  attention: {
    'mail-failed': 'Die E-Mail mit den Schlüsseln konnte nicht gesendet werden.',
    unmapped: 'Ein Produkt ist keinem Abonnement zugeordnet.',
    'too-many-keys': 'Sie bekäme mehr als 100 Schlüssel eines Produkts.',
    'partial-refund': 'Nur ein Teil wurde erstattet. Alle Schlüssel gelten weiter.',
    'currency-differs': 'Die Erstattung hat eine andere Währung. Alle Schlüssel gelten weiter.',
    'refund-unmatched': 'Die Erstattung passt zu keiner Zahlung. Alle Schlüssel gelten weiter.',
    'unknown-event': 'Der Shop hat ein Ereignis gesendet, das der Dienst nicht kennt.',
    'subscription-gone':
      'Das zugeordnete Abonnement wurde gelöscht, oder seine Stufe gibt ein anderes.',
    'holder-gone': 'Der Benutzer des verlängerten Schlüssels wurde gelöscht.',
    'key-gone': 'Der verlängerte Schlüssel wurde gelöscht.',
    'key-banned': 'Der verlängerte Schlüssel ist gesperrt.',
  },
  unknownAttention: (code) => `Prüfen Sie diese Bestellung (${code}).`,
  map: 'Produkt zuordnen',
  mapLabel: (order) => `Produkt zuordnen: Bestellung ${order}`,
  send: 'Erneut senden',
  sendLabel: (order) => `Erneut senden: Bestellung ${order}`,
  sendTitle: 'Schlüssel erneut senden?',
  sendText: (buyer) => `${buyer} erhält die Schlüssel, die weder erstattet noch ausgesetzt sind.`,
  sent: 'E-Mail wird gesendet',
};

export const sale: Copy['sale'] = {
  back: 'Verkäufe',
  title: (order) => `Bestellung ${order}`,
  notFound: 'Bestellung nicht gefunden',
  notFoundText: 'Die Adresse ist falsch, oder der Shop wurde entfernt.',
  facts: 'Angaben',
  number: 'Nummer der Bestellung',
  keys: 'Schlüssel',
  noKeys: 'Diese Bestellung hat keine Schlüssel.',
  keyStates: { given: 'Gültig', suspended: 'Ausgesetzt', off: 'Entzogen', deleted: 'Gelöscht' },
  redeemedBy: 'Eingelöst von',
  unused: 'Nicht eingelöst',
  events: 'Ereignisse',
  noEvents: 'Keine Ereignisse.',
  event: {
    paid: (amount) => `${amount} bezahlt`,
    renewed: (amount) => `Für ${amount} verlängert`,
    'refund-open': (amount) => `Erstattung von ${amount} beantragt`,
    'refund-final': (amount) => `${amount} erstattet`,
    'refund-lifted': (amount) => `Erstattung von ${amount} fehlgeschlagen`,
    'dispute-open': (amount) => `Zahlung von ${amount} angefochten, ihre Schlüssel sind ausgesetzt`,
    'dispute-final': (amount) => `Anfechtung über ${amount} verloren, ihre Schlüssel sind entzogen`,
    'dispute-lifted': (amount) =>
      `Anfechtung über ${amount} gewonnen, ihre Schlüssel gelten wieder`,
  },
  plainEvent: {
    paid: 'Bezahlt',
    renewed: 'Verlängert',
    'refund-open': 'Erstattung beantragt',
    'refund-final': 'Erstattet',
    'refund-lifted': 'Erstattung fehlgeschlagen',
    'dispute-open': 'Zahlung angefochten, ihre Schlüssel sind ausgesetzt',
    'dispute-final': 'Anfechtung verloren, ihre Schlüssel sind entzogen',
    'dispute-lifted': 'Anfechtung gewonnen, ihre Schlüssel gelten wieder',
    cancelled: 'Vom Käufer gekündigt, die bezahlte Zeit bleibt',
    ended: 'Abonnement beendet, die bezahlte Zeit bleibt',
    joined: 'Weitere Angaben sind eingetroffen',
    unknown: 'Unbekanntes Ereignis',
  },
};

export const userOrders: Copy['userOrders'] = { title: 'Bestellungen' };

export const homeSales: Copy['homeSales'] = {
  revenue: (currency) => `Umsatz in ${currency}, 30 Tage`,
  attention: (count, number) =>
    `${orders(count, number)} Ihrer Shops ${number === 1 ? 'ist' : 'sind'} zu prüfen`,
};
