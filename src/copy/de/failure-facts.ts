// German texts for failures that contain facts.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const tries: Copy['tries'] = catalogue({
  last: 'Das war vorerst der letzte Versuch.',
  left: {
    one: 'Noch ein Versuch, dann müssen Sie warten.',
    other: 'Noch {count} Versuche, dann müssen Sie warten.',
  },
});

export const badCredentials: Copy['badCredentials'] = catalogue({
  title: 'Benutzername oder Passwort ist falsch',
  text: 'Prüfen Sie beides und geben Sie Ihr Passwort erneut ein.',
  brief: 'Benutzername oder Passwort ist falsch. Prüfen Sie beides und versuchen Sie es erneut.',
  briefWithTries: 'Benutzername oder Passwort ist falsch. {tries}',
});

export const badCode: Copy['badCode'] = catalogue({
  title: 'Dieser Code ist falsch',
  short: 'Dieser Code ist falsch.',
  first: 'Geben Sie den Code ein, den Ihre App jetzt anzeigt.',
  firstBrief: 'Dieser Code ist falsch. Geben Sie den Code ein, den Ihre App jetzt anzeigt.',
  wait: 'Warten Sie auf den nächsten Code und geben Sie diesen ein.',
  waitBrief: 'Dieser Code ist falsch. Warten Sie auf den nächsten Code und geben Sie diesen ein.',
  waitShort: 'Falsch. Warten Sie auf den nächsten Code.',
  clockRight: 'Die Uhr dieses Computers geht richtig. Prüfen Sie die Uhr Ihres Smartphones.',
  clockRightBrief: 'Die Computeruhr geht richtig. Prüfen Sie die Uhr Ihres Smartphones.',
  clockOff: 'Läuft Ihre App auf diesem Computer, stellen Sie zuerst die Uhr richtig.',
  incorrect: 'Falsch.',
});

export const keyUnknown: Copy['keyUnknown'] = catalogue({
  title: 'Dieser Schlüssel wurde nicht gefunden',
  text: 'Vergleichen Sie ihn mit der Nachricht, in der er stand. Es muss ein Schlüssel für {brand} sein.',
  brief:
    'Dieser Schlüssel wurde nicht gefunden. Vergleichen Sie ihn mit der Nachricht, in der er stand.',
  briefWithTries: 'Dieser Schlüssel wurde nicht gefunden. {tries}',
});

export const keyUsed: Copy['keyUsed'] = catalogue({
  byYou: 'Sie haben diesen Schlüssel bereits eingelöst',
  byYouText: 'Ein Schlüssel gilt nur einmal.',
  title: 'Dieser Schlüssel wurde bereits benutzt',
  afterLostAnswer: 'Vermutlich haben Sie ihn beim letzten Versuch eingelöst.',
  afterLostAnswerAdvice: 'Prüfen Sie Ihre Abonnements, bevor Sie sich an {brand} wenden.',
  text: 'Ein Schlüssel gilt nur einmal und nur für ein Konto.',
  until: 'Ihr Abonnement läuft bis zum {date}.',
});

export const failuresWithFacts: Copy['failuresWithFacts'] = catalogue({
  'rate-limited': {
    title: 'Zu viele Versuche',
    text: 'Ab {time} Uhr können Sie es erneut versuchen.',
    brief: 'Zu viele Versuche. Ab {time} Uhr können Sie es erneut versuchen.',
  },
  refused: {
    title: 'Der Dienst hat das nicht erlaubt',
    noReason: 'Ein Grund wurde nicht genannt. Wenden Sie sich an {brand}.',
    reason: 'Der Grund steht unten. Mehr erfahren Sie von {brand}.',
  },
  'kept-not-removed': {
    title: 'Ihr gespeichertes Konto konnte nicht entfernt werden',
    text: 'Löschen Sie die Datei {file}. Damit entfernen Sie alle gespeicherten Konten.',
  },
  'data-folder-unusable': {
    title: 'Auf diesem Computer kann nichts gespeichert werden',
    text: '{brand} kann nicht in {folder} schreiben. Geben Sie den Ordner zum Schreiben frei und starten Sie {brand} neu.',
  },
});
