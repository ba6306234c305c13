// German texts for two-factor sign-in.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const twoFactor: Copy['twoFactor'] = catalogue({
  heading: 'Anmeldung in zwei Schritten',
  states: {
    on: {
      chip: 'An',
      text: 'Bei der Anmeldung wird auch ein Code Ihrer Authenticator-App verlangt.',
    },
    off: {
      chip: 'Aus',
      text: 'Eingeschaltet verlangt die Anmeldung auch einen Code, den nur Ihr Telefon hat: Das Passwort zu kennen genügt dann nicht.',
    },
    unknown: { chip: 'Unbekannt', text: 'Der Dienst sagt nicht, ob sie an ist.' },
  },
  turnOn: 'Anmeldung in zwei Schritten einschalten',
  turnOff: 'Anmeldung in zwei Schritten ausschalten',
  scan: 'Scannen Sie das mit einer Authenticator-App auf Ihrem Telefon. Geben Sie dann den Code ein, den die App zeigt.',
  qr: 'QR-Code für Ihre Authenticator-App',
  byHand: 'Oder tippen Sie dieses Geheimnis in die App:',
  copySecret: 'Geheimnis kopieren',
  left: 'Verbleibende Zeit: {time}',
  lastMinute: 'Noch eine Minute.',
  over: 'Die fünf Minuten sind um',
  overText: 'Das Geheimnis wurde gelöscht und gilt nicht mehr.',
  again: 'Neuen QR-Code zeigen',
  on: 'Einschalten',
  turningOn: 'Wird eingeschaltet…',
  offLead:
    'Danach meldet das Passwort allein {name} an. Geben Sie einen Code Ihrer Authenticator-App ein.',
  off: 'Ausschalten',
  turningOff: 'Wird ausgeschaltet…',
});

export const twoFactorEnd: Copy['twoFactorEnd'] = catalogue({
  on: {
    title: 'Die Anmeldung in zwei Schritten ist an',
    text: 'Der Dienst hat es bestätigt. Behalten Sie die App: Sie brauchen sie bei jeder Anmeldung.',
  },
  off: {
    title: 'Die Anmeldung in zwei Schritten ist aus',
    text: 'Der Dienst hat es bestätigt. Sie können den Eintrag in Ihrer App löschen.',
  },
  left: {
    title: 'Die Anmeldung in zwei Schritten wurde nicht eingeschaltet',
    text: 'Sie haben vorher aufgehört. Wenn Sie den QR-Code gescannt haben, löschen Sie diesen Eintrag in Ihrer App.',
  },
  unsure: {
    title: 'Vielleicht wurde die Anmeldung in zwei Schritten geändert',
    text: 'Der Dienst hat es nicht bestätigt. Prüfen Sie erneut und behalten Sie Ihre Authenticator-App, bis Sie es wissen.',
  },
});

export const unproven: Copy['unproven'] = catalogue({
  on: {
    title: 'Der Dienst hat es nicht bestätigt',
    text: 'Vielleicht ist die Anmeldung in zwei Schritten an, vielleicht nicht. Gehen Sie zurück und prüfen Sie erneut; behalten Sie den Eintrag in Ihrer App, bis Sie es wissen.',
  },
  off: {
    title: 'Der Dienst hat es nicht bestätigt',
    text: 'Vielleicht ist die Anmeldung in zwei Schritten noch an. Gehen Sie zurück und prüfen Sie erneut; behalten Sie Ihre Authenticator-App, bis Sie es wissen.',
  },
});

export const unchanged: Copy['unchanged'] = catalogue({
  on: {
    title: 'Die Anmeldung in zwei Schritten ist noch aus',
    text: 'Der Dienst sagte erst, es sei geschehen, und dann, es sei nicht so. Versuchen Sie es erneut; bleibt es dabei, kann {brand} helfen.',
  },
  off: {
    title: 'Die Anmeldung in zwei Schritten ist noch an',
    text: 'Der Dienst sagte erst, es sei geschehen, und dann, es sei nicht so. Versuchen Sie es erneut; bleibt es dabei, kann {brand} helfen.',
  },
});

export const twoFactorRefusals: Copy['twoFactorRefusals'] = catalogue({
  'two-factor-on': {
    title: 'Die Anmeldung in zwei Schritten ist schon an',
    text: 'Es gelten die Codes der App, die damals eingerichtet wurde. Ein Geheimnis, das hier seither gezeigt wurde, zählt nicht.',
    brief: 'Sie ist schon an. Es gelten die Codes der App, die damals eingerichtet wurde.',
  },
  'two-factor-off': {
    title: 'Die Anmeldung in zwei Schritten ist schon aus',
    text: 'Bei der Anmeldung wird kein Code verlangt.',
    brief: 'Sie ist schon aus: Bei der Anmeldung wird kein Code verlangt.',
  },
  'two-factor-expired': {
    title: 'Dieses Geheimnis ist zu alt',
    text: 'Ein Geheimnis gilt fünf Minuten. Lassen Sie einen neuen QR-Code zeigen und scannen Sie ihn.',
    brief: 'Dieses Geheimnis ist zu alt. Lassen Sie einen neuen QR-Code zeigen.',
  },
});

export const whileTwoFactor: Copy['whileTwoFactor'] = catalogue({
  timeout: {
    title: 'Es kam rechtzeitig keine Antwort',
    text: 'Vielleicht ist es trotzdem geschehen. Gehen Sie zurück und prüfen Sie erneut; behalten Sie Ihre Authenticator-App, bis Sie es wissen.',
  },
  cancelled: {
    title: 'Abgebrochen',
    text: 'Vielleicht ist es trotzdem geschehen. Gehen Sie zurück und prüfen Sie erneut; behalten Sie Ihre Authenticator-App, bis Sie es wissen.',
  },
});
