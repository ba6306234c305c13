// German texts for two-factor sign-in.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const twoFactor: Copy['twoFactor'] = catalogue({
  heading: 'Zwei-Faktor-Anmeldung',
  states: {
    on: { chip: 'Ein', text: 'Zur Anmeldung brauchen Sie einen Code aus Ihrer Authenticator-App.' },
    off: {
      chip: 'Aus',
      text: 'Schützen Sie Ihr Konto mit einem Code von Ihrem Smartphone.',
    },
    unknown: {
      chip: 'Unbekannt',
      text: 'Zur Anmeldung brauchen Sie vielleicht einen Code aus Ihrer Authenticator-App.',
    },
  },
  turnOn: 'Zwei-Faktor-Anmeldung einschalten',
  turnOff: 'Zwei-Faktor-Anmeldung ausschalten',
  step: 'Schritt {step} von {all}',
  scan: 'Scannen Sie den QR-Code mit der Authenticator-App auf Ihrem Smartphone.',
  next: 'Weiter',
  enter: 'Code eingeben',
  enterLead: 'Ihre Authenticator-App zeigt ihn an.',
  qr: 'QR-Code für Ihre Authenticator-App',
  manualEntry: 'Oder geben Sie diesen Einrichtungsschlüssel in der App ein:',
  copySecret: 'Kopieren',
  left: 'Verbleibende Zeit: {time}',
  lastMinute: 'Noch eine Minute.',
  over: 'Dieser QR-Code ist abgelaufen',
  overText: 'Zeigen Sie einen neuen an, um fortzufahren.',
  again: 'Neuen QR-Code anzeigen',
  on: 'Einschalten',
  turningOn: 'Wird eingeschaltet …',
  offLead:
    'Geben Sie einen Code aus Ihrer Authenticator-App ein. Danach melden Sie sich als {name} nur mit Ihrem Passwort an.',
  offLeadRecovery:
    'Geben Sie einen Ihrer Wiederherstellungscodes ein. Danach melden Sie sich als {name} nur mit Ihrem Passwort an.',
  offLeadRecoveryByKey:
    'Geben Sie einen Ihrer Wiederherstellungscodes ein. Danach melden Sie sich nur mit Ihrem Schlüssel an.',
  offLeadByKey:
    'Geben Sie einen Code aus Ihrer Authenticator-App ein. Danach melden Sie sich nur mit Ihrem Schlüssel an.',
  off: 'Ausschalten',
  turningOff: 'Wird ausgeschaltet …',
});

export const twoFactorOutcomes: Copy['twoFactorOutcomes'] = catalogue({
  on: {
    title: 'Die Zwei-Faktor-Anmeldung ist eingeschaltet',
    text: 'Behalten Sie Ihre Authenticator-App. Sie brauchen sie bei jeder Anmeldung.',
  },
  off: {
    title: 'Die Zwei-Faktor-Anmeldung ist ausgeschaltet',
    text: 'Sie können den Eintrag in Ihrer Authenticator-App löschen.',
  },
  left: {
    title: 'Die Zwei-Faktor-Anmeldung wurde nicht eingeschaltet',
    text: 'Löschen Sie den Eintrag in Ihrer App, falls Sie den QR-Code gescannt haben.',
  },
  unsure: {
    title: 'Die Zwei-Faktor-Anmeldung wurde vielleicht geändert',
    text: 'Prüfen Sie es erneut. Behalten Sie bis dahin Ihre Authenticator-App.',
  },
});

export const unproven: Copy['unproven'] = catalogue({
  on: {
    title: 'Die Änderung wurde nicht bestätigt',
    text: 'Die Zwei-Faktor-Anmeldung ist vielleicht eingeschaltet. Gehen Sie zurück, prüfen Sie es und behalten Sie den Eintrag in Ihrer App.',
  },
  off: {
    title: 'Die Änderung wurde nicht bestätigt',
    text: 'Die Zwei-Faktor-Anmeldung ist vielleicht noch eingeschaltet. Gehen Sie zurück, prüfen Sie es und behalten Sie Ihre Authenticator-App.',
  },
});

export const unchanged: Copy['unchanged'] = catalogue({
  on: {
    title: 'Die Zwei-Faktor-Anmeldung ist noch ausgeschaltet',
    text: 'Die Änderung wurde nicht wirksam. Versuchen Sie es erneut oder wenden Sie sich an {brand}.',
  },
  off: {
    title: 'Die Zwei-Faktor-Anmeldung ist noch eingeschaltet',
    text: 'Die Änderung wurde nicht wirksam. Versuchen Sie es erneut oder wenden Sie sich an {brand}.',
  },
});

export const twoFactorRefusals: Copy['twoFactorRefusals'] = catalogue({
  'two-factor-on': {
    title: 'Die Zwei-Faktor-Anmeldung ist bereits eingeschaltet',
    text: 'Verwenden Sie die Authenticator-App, die Sie bereits eingerichtet haben.',
    brief: 'Sie ist bereits eingeschaltet. Verwenden Sie die eingerichtete Authenticator-App.',
  },
  'two-factor-off': {
    title: 'Die Zwei-Faktor-Anmeldung ist bereits ausgeschaltet',
    text: 'Zur Anmeldung brauchen Sie keinen Code.',
    brief: 'Sie ist bereits ausgeschaltet. Zur Anmeldung brauchen Sie keinen Code.',
  },
  'two-factor-expired': {
    title: 'Dieser QR-Code ist abgelaufen',
    text: 'Zeigen Sie einen neuen an und scannen Sie ihn innerhalb von fünf Minuten.',
    brief:
      'Dieser QR-Code ist abgelaufen. Zeigen Sie einen neuen an und scannen Sie ihn innerhalb von fünf Minuten.',
  },
  'recovery-expired': {
    title: 'Diese Wiederherstellungscodes sind abgelaufen',
    text: 'Erstellen Sie neue. Bis dahin gelten Ihre alten Codes.',
    brief: 'Diese Wiederherstellungscodes sind abgelaufen. Erstellen Sie neue.',
  },
});

export const whileTwoFactor: Copy['whileTwoFactor'] = catalogue({
  timeout: {
    title: 'Der Dienst hat nicht rechtzeitig geantwortet',
    text: 'Vielleicht ist die Änderung schon wirksam. Gehen Sie zurück, prüfen Sie es und behalten Sie Ihre Authenticator-App.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Vielleicht ist die Änderung schon wirksam. Gehen Sie zurück, prüfen Sie es und behalten Sie Ihre Authenticator-App.',
  },
});
