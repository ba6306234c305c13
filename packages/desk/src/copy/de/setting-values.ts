// German: settings that are numbers, choices or texts.
import type { SettingWords } from '../../pages/settings/setting-names.ts';

export const numbers: SettingWords['numbers'] = {
  resets: {
    name: 'Computer, die Benutzer entfernen',
    about: 'Sind alle Computer eines Abonnements belegt, kann der Benutzer selbst einen ersetzen.',
    now: (text, value) =>
      value === 0
        ? 'Nur Sie entfernen Computer.'
        : `In 30 Tagen kann ein Benutzer ${text} Computer entfernen.`,
  },
  minhwid: {
    name: 'Kürzeste Computer-ID',
    about: 'Programme mit einer kürzeren werden abgelehnt.',
    now: (text) => `Eine Computer-ID braucht mindestens ${text} Zeichen.`,
  },
  sessionexpiry: {
    name: 'Dauer einer Sitzung',
    about: 'Gilt für neue Anmeldungen. Bestehende Sitzungen behalten ihr Ende.',
    now: (text) => `Eine Anmeldung gilt ${text}.`,
  },
  sessionlimit: {
    name: 'Gleichzeitige Sitzungen',
    about: 'Gilt für jeden Benutzer ab der nächsten Anmeldung.',
    now: (text, value) =>
      value === 0
        ? 'Ein Benutzer kann beliebig viele Sitzungen haben.'
        : `Ein Benutzer kann ${value === 1 ? '1 Sitzung' : `${text} Sitzungen`} haben. Eine weitere Anmeldung beendet die älteste.`,
  },
  offlinehours: {
    name: 'Offline arbeiten',
    about: 'Eine Sperre wirkt, sobald der Computer online ist, spätestens nach dieser Zeit.',
    now: (text, value) =>
      value === 0 ? 'Niemand arbeitet offline.' : `Programme laufen ${text} ohne den Dienst.`,
  },
  minusernamelength: {
    name: 'Kürzester Benutzername',
    about: 'Gilt für neue Benutzer. Bestehende Namen bleiben.',
    now: (text) => `Ein Benutzername braucht mindestens ${text} Zeichen.`,
  },
  historydays: {
    name: 'Verlauf der Benutzer',
    about: 'Anmeldungen, Ablehnungen und eingelöste Schlüssel jedes Benutzers.',
    now: (text, value) => (value === 0 ? 'Unbegrenzt gespeichert.' : `${text} lang gespeichert.`),
    loss: 'Ältere Einträge werden in wenigen Minuten endgültig gelöscht.',
  },
  logdays: {
    name: 'Programmprotokoll',
    about: 'Zeilen, die Ihr Programm mit „log“ schreibt.',
    now: (text, value) =>
      value === 0 ? 'Unbegrenzt gespeichert, bis zu 10.000 Zeilen.' : `${text} lang gespeichert.`,
    loss: 'Ältere Zeilen werden in wenigen Minuten endgültig gelöscht.',
  },
  auditdays: {
    name: 'Änderungsprotokoll',
    about: 'Alle Änderungen, hier und mit Verkäuferschlüsseln.',
    now: (text, value) => (value === 0 ? 'Unbegrenzt gespeichert.' : `${text} lang gespeichert.`),
    loss: 'Ältere Einträge werden in wenigen Minuten endgültig gelöscht.',
  },
};

export const choices: SettingWords['choices'] = {
  unknownorders: {
    name: 'Bestellungen ohne Nummer',
    about: 'Gilt, wenn die Nachricht eines Shops keine bekannte Bestellnummer hat.',
    options: {
      refuse: {
        label: 'Ablehnen',
        effect: 'Sie erzeugen keine Schlüssel. Auch Erstattungen werden abgelehnt.',
      },
      make: {
        label: 'Schlüssel erzeugen',
        effect: 'Sie erzeugen Schlüssel, und bei jeder Wiederholung weitere.',
      },
    },
  },
  passrelease: {
    name: 'Platz eines Computers, der offline arbeitet',
    about: 'Gilt für den Platz, wenn ein Benutzer den Computer entfernt.',
    options: {
      wait: {
        label: 'Behalten',
        effect: 'Der Platz ist frei, sobald der Computer nicht mehr offline arbeiten kann.',
      },
      now: {
        label: 'Sofort freigeben',
        effect: 'Solange der entfernte Computer offline arbeitet, arbeitet der neue nur online.',
      },
    },
  },
  sharedemails: {
    name: 'Gleiche E-Mail-Adresse für mehrere Benutzer',
    about: 'Gilt, wenn eine E-Mail-Adresse schon einem anderen Benutzer gehört.',
    options: {
      refuse: {
        label: 'Ablehnen',
        effect: 'Eine Registrierung damit wird abgelehnt. Der Schlüssel bleibt unbenutzt.',
      },
      allow: {
        label: 'Erlauben',
        effect: 'Benutzer mit derselben Adresse melden sich nur mit Benutzernamen an.',
      },
    },
  },
  failurestatus: {
    name: 'HTTP-Status von Fehlern',
    about: 'Für Programme, die nur den Status 200 annehmen.',
    options: {
      spec: {
        label: 'Wie dokumentiert',
        effect: 'Fehler haben den dokumentierten Status, etwa 400.',
      },
      '200': {
        label: 'Immer 200',
        effect: 'Fehler haben den Status 200, auch in der Verkäufer-API.',
      },
    },
  },
  severalkeysstatus: {
    name: 'HTTP-Status mehrerer Schlüssel',
    about: 'Für Shops, die bei mehreren Schlüsseln 302 erwarten.',
    options: {
      '200': { label: '200', effect: 'Mehrere Schlüssel haben den Status 200.' },
      '302': {
        label: '302',
        effect: 'Mehrere Schlüssel haben den Status 302, ohne Weiterleitung.',
      },
    },
  },
};

export const plain: SettingWords['plain'] = {
  version: {
    name: 'Zugelassene Versionen',
    about: 'Alle anderen Versionen werden zum Update aufgefordert.',
    set: (value) => value,
    unset: 'Keine',
  },
  download: {
    name: 'Download-Link',
    about: 'Veraltete Programme zeigen ihn, damit Benutzer aktualisieren können.',
    set: (value) => `Veraltete Programme zeigen ${value}`,
    unset: 'Veraltete Programme zeigen keinen Link.',
  },
  saleevents: {
    name: 'Ereignisse eines Verkaufs',
    about: 'Nur die genannten Ereignisse erzeugen etwas. Trennen Sie Namen durch Kommas.',
    set: (value) => `Nur diese erzeugen Schlüssel: ${value}`,
    unset: 'Keine Namen gesetzt. Andere Regeln entscheiden, was ein Verkauf ist.',
  },
  timezone: {
    name: 'Zeitzone der Zahlen',
    about: 'Frühere Tage bleiben, wie sie gezählt wurden.',
    set: (value) => `Ein Tag beginnt um Mitternacht in ${value}.`,
    unset: 'Ein Tag beginnt um Mitternacht in UTC.',
  },
  webhook: {
    name: 'Webhook für Protokollzeilen',
    about: 'Die Adresse ist verschlüsselt gespeichert. Nur der Host wird angezeigt.',
    set: (value) => `Jede Zeile, die Ihr Programm protokolliert, geht an ${value}`,
    unset: 'Protokollzeilen bleiben im Protokoll.',
  },
  selleraddress: {
    name: 'Adresse der Verkäufer',
    about: 'Gilt für alle Verkäuferschlüssel und für diese Seite.',
    set: (value) => `Verkäuferschlüssel und diese Seite gelten nur von ${value} aus.`,
    unset: 'Verkäuferschlüssel und diese Seite gelten von jeder Adresse aus.',
  },
};
