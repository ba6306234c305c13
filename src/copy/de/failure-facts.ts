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
  title: 'Benutzername und Passwort passen nicht zusammen',
  text: 'Prüfen Sie beide und geben Sie das Passwort noch einmal ein. Groß- und Kleinschreibung zählt.',
  brief: 'Benutzername und Passwort passen nicht zusammen. Groß- und Kleinschreibung zählt.',
  briefWithTries: 'Benutzername und Passwort passen nicht zusammen. {tries}',
});

export const badCode: Copy['badCode'] = catalogue({
  title: 'Dieser Code stimmt nicht',
  short: 'Dieser Code stimmt nicht.',
  first: 'Geben Sie den Code ein, den Ihre App jetzt anzeigt.',
  firstBrief: 'Dieser Code stimmt nicht. Geben Sie den ein, den Ihre App jetzt anzeigt.',
  wait: 'Warten Sie, bis Ihre App den nächsten Code anzeigt, und geben Sie dann diesen ein.',
  waitBrief: 'Dieser Code stimmt nicht. Warten Sie auf den nächsten und geben Sie diesen ein.',
  waitShort: 'Falsch. Nehmen Sie den nächsten Code.',
  clockRight:
    'Die Uhr dieses Computers geht richtig; prüfen Sie die Uhr des Geräts, das die Codes anzeigt.',
  clockRightBrief: 'Die Uhr hier geht richtig; prüfen Sie die des anderen Geräts.',
  clockOff: 'Wenn Ihre App auf diesem Computer läuft, stellen Sie zuerst die Uhr.',
  notRight: 'Falsch.',
});

export const keyUsed: Copy['keyUsed'] = catalogue({
  byYou: 'Diesen Schlüssel haben Sie bereits eingelöst',
  byYouText: 'Er wird nur einmal eingelöst.',
  title: 'Dieser Schlüssel wurde bereits benutzt',
  afterLostAnswer: 'Wahrscheinlich hat ihn Ihr früherer Versuch eingelöst.',
  afterLostAnswerAdvice: 'Sehen Sie nach Ihren Abonnements, bevor Sie um Hilfe bitten.',
  text: 'Ein Schlüssel gilt nur einmal, für ein Konto.',
  until: 'Ihr Abonnement läuft bis {date}.',
});

export const told: Copy['told'] = catalogue({
  'rate-limited': {
    title: 'Vorerst zu viele Versuche',
    text: 'Zum Schutz der Konten bittet der Dienst Sie zu warten. Ab {time} können Sie es wieder versuchen.',
    brief: 'Vorerst zu viele Versuche. Ab {time} können Sie es wieder versuchen.',
  },
  refused: {
    title: 'Der Dienst hat das nicht erlaubt',
    noReason: 'Er nannte keinen Grund. {brand} kann helfen.',
    reason: 'Der Grund, den er nannte, steht unten. {brand} kann Ihnen mehr sagen.',
  },
  'kept-not-removed': {
    title: 'Ihre gespeicherte Anmeldung konnte nicht entfernt werden',
    text: 'Der nächste Start könnte sie wieder verwenden. Um das zu verhindern, löschen Sie die Datei {file} von Hand; alle gespeicherten Anmeldungen gehen mit ihr.',
  },
  'data-folder-unusable': {
    title: 'Auf diesem Computer kann nichts gespeichert werden',
    text: 'Sie können {brand} wie gewohnt verwenden, aber Anmeldung und Einstellungen gelten nur, bis Sie dieses Fenster schließen: In den Ordner {folder} kann nicht geschrieben werden.',
  },
});
