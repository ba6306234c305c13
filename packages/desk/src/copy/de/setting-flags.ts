// German: settings that are on or off.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const flags: SettingWords['flags'] = {
  enabled: {
    name: 'Anwendung',
    on: 'Benutzer können sich anmelden.',
    off: 'Niemand kann sich anmelden. Abonnements laufen weiter.',
    turnOff: 'Alle Sitzungen enden sofort.',
  },
  hashcheck: {
    name: 'Programmprüfung',
    on: 'Nur Programme, deren Hash in der Liste steht, starten.',
    off: 'Auch veränderte Programme können sich anmelden.',
    turnOn: 'Ist die Liste leer, gilt das nächste Programm als Vorlage.',
  },
  'hwid-lock': {
    name: 'Computerprüfung',
    on: 'Jedes Abonnement erlaubt eine Anzahl von Computern. Weitere werden abgelehnt.',
    off: 'Benutzer können sich auf beliebig vielen Computern anmelden.',
  },
  forcehwid: {
    name: 'Computer-ID erforderlich',
    on: 'Programme ohne Computer-ID werden abgelehnt.',
    off: 'Auch Programme ohne Computer-ID können sich anmelden.',
  },
  changepassword: {
    name: 'Passwort ändern',
    on: 'Benutzer können ihr Passwort im Programm ändern.',
    off: 'Benutzer können ihr Passwort nicht im Programm ändern.',
  },
  sessions: {
    name: 'Liste der Anmeldungen',
    on: 'Benutzer sehen, wo sie angemeldet sind, und können Sitzungen beenden.',
    off: 'Benutzer sehen ihre Sitzungen nicht.',
  },
  recoverycodes: {
    name: 'Wiederherstellungscodes',
    on: 'Wiederherstellungscodes ersetzen einen verlorenen zweiten Faktor.',
    off: 'Kein Wiederherstellungscode gilt.',
    turnOff: 'Die Codes gelten wieder, sobald Sie dies einschalten.',
  },
  accountmails: {
    name: 'E-Mails zum Konto',
    on: 'Benutzer erhalten zu jeder Änderung eine E-Mail. Der Dienst speichert ihre Adresse.',
    off: 'Benutzer erhalten keine E-Mails zu Änderungen. Der Dienst speichert keine Adresse.',
    turnOff: 'Alle gespeicherten E-Mail-Adressen werden gelöscht.',
  },
  webloader: {
    name: 'Web-Loader',
    on: 'Ältere Programme mit Web-Loader erhalten die Anmeldung von der Kundenseite.',
    off: 'Programme fragen selbst nach Name und Passwort.',
    turnOn: 'Jedes Programm auf dem Computer kann eine solche Anmeldung entgegennehmen.',
  },
  weakkeys: {
    name: 'Schwache Lizenzschlüssel',
    on: 'Leicht zu erratende Schlüsselformate sind erlaubt.',
    off: 'Leicht zu erratende Schlüsselformate werden abgelehnt.',
  },
  banaddress: {
    name: 'Sperren gelten auch für die IP-Adresse',
    on: 'Eine Sperre gilt auch für die IP-Adresse, die sich andere teilen können.',
    off: 'Eine Sperre gilt für Benutzer und Computer, nicht für die IP-Adresse.',
  },
  tokensystem: {
    name: 'Token',
    on: 'Ein Programm braucht eines Ihrer Token, um zu starten.',
    off: 'Programme brauchen kein Token.',
  },
  nestedsubscriptions: {
    name: 'Verschachtelte Abonnements',
    on: 'Nach dem Aktivieren stehen die Abonnements in einem zweiten „subscriptions“.',
    off: 'Nach dem Aktivieren stehen die Abonnements wie dokumentiert in einer Liste.',
  },
};
