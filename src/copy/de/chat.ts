// German texts for the chat.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const chat: Copy['chat'] = catalogue({
  title: 'Chat',
  lead: 'Mit anderen, die {brand} verwenden. Neben dem, was Sie schreiben, steht Ihr Benutzername.',
  leadByKey:
    'Mit anderen, die {brand} verwenden. Neben dem, was Sie schreiben, stehen die letzten Zeichen Ihres Schlüssels.',
  messages: 'Nachrichten',
  reading: 'Der Chat wird gelesen…',
  empty: 'Noch hat niemand etwas geschrieben.',
  fresh: 'Neu seit Ihrem letzten Blick',
  you: 'Sie',
  stale: 'Chat gerade nicht lesbar. Dies kann veraltet sein.',
  label: 'Ihre Nachricht',
  hint: 'Die Eingabetaste sendet, mit der Umschalttaste beginnt sie eine neue Zeile.',
  length: '{count} von {most} Zeichen.',
  tooLong: 'Eine Nachricht hat bis zu {most} Zeichen; diese hat {count}.',
  blank: 'Schreiben Sie zuerst etwas.',
  send: 'Senden',
  sending: 'Wird gesendet…',
  sent: 'Ihre Nachricht ist da.',
  lost: 'Der Dienst sagte, er habe Ihre Nachricht, aber sie steht nicht so da, wie Sie sie geschrieben haben.',
  unknown:
    'Niemand kann sagen, ob Ihre Nachricht ankam. Sehen Sie nach, bevor Sie sie noch einmal senden.',
  heardFrom: 'Eine neue Nachricht von {name}.',
  heard: {
    one: '{count} neue Nachricht.',
    other: '{count} neue Nachrichten.',
  },
});

export const chatRefusals: Copy['chatRefusals'] = catalogue({
  'channel-unknown': {
    title: 'Dieser Chat ist nicht offen',
    text: '{brand} hat ihn nicht geöffnet oder wieder geschlossen. Ihre Nachricht wurde nicht gesendet.',
  },
  'chat-too-fast': {
    title: 'Erst eine kurze Pause',
    text: 'Zwischen zwei Nachrichten eines Benutzers liegt in diesem Chat eine Pause. Senden Sie noch einmal, wenn sie vorbei ist.',
    brief: 'Zwischen zwei Nachrichten liegt hier eine Pause. Senden Sie danach noch einmal.',
  },
  'message-blank': {
    title: 'Es gibt nichts zu senden',
    text: 'Schreiben Sie zuerst etwas.',
    brief: 'Es gibt nichts zu senden. Schreiben Sie zuerst etwas.',
  },
  'message-too-long': {
    title: 'Diese Nachricht ist zu lang',
    text: 'So lange Nachrichten nimmt der Dienst nicht an. Kürzen Sie sie und senden Sie noch einmal.',
    brief: 'So lange Nachrichten nimmt der Dienst nicht an. Kürzen Sie sie.',
  },
});

export const chatMuted: Copy['chatMuted'] = catalogue({
  title: 'Sie können hier gerade nicht schreiben',
  text: '{brand} hat Sie in diesem Chat stummgeschaltet. Lesen können Sie weiter.',
  until: '{brand} hat Sie in diesem Chat bis {date} stummgeschaltet. Lesen können Sie weiter.',
});
