// German texts for the chat.
import type { Copy } from '../copy.ts';
import { catalogue } from '../sentences.ts';

export const chat: Copy['chat'] = catalogue({
  title: 'Chat',
  lead: 'Chatten Sie mit anderen Benutzern von {brand}. Alle sehen Ihren Benutzernamen.',
  leadByKey:
    'Chatten Sie mit anderen Benutzern von {brand}. Alle sehen die letzten Zeichen Ihres Schlüssels.',
  messages: 'Nachrichten',
  reading: 'Nachrichten werden geladen …',
  empty: 'Noch keine Nachrichten.',
  newMessages: 'Neu seit Ihrem letzten Besuch',
  you: 'Sie',
  stale: 'Neue Nachrichten lassen sich gerade nicht laden.',
  label: 'Ihre Nachricht',
  hint: 'Senden mit der Eingabetaste, neue Zeile mit Umschalt- und Eingabetaste.',
  length: '{count} von {most} Zeichen.',
  tooLong: 'Eine Nachricht darf höchstens {most} Zeichen haben. Diese hat {count}.',
  blank: 'Geben Sie zuerst eine Nachricht ein.',
  send: 'Senden',
  sending: 'Wird gesendet …',
  sent: 'Ihre Nachricht wurde gesendet.',
  lost: 'Ihre Nachricht steht nicht so im Chat, wie Sie sie geschrieben haben. Prüfen Sie den Chat, bevor Sie es erneut versuchen.',
  unknown:
    'Ihre Nachricht wurde vielleicht gesendet. Prüfen Sie den Chat, bevor Sie es erneut versuchen.',
  newMessageFrom: 'Neue Nachricht von {name}.',
  newMessageCount: {
    one: '{count} neue Nachricht.',
    other: '{count} neue Nachrichten.',
  },
});

export const chatRefusals: Copy['chatRefusals'] = catalogue({
  'channel-unknown': {
    title: 'Dieser Chat ist nicht geöffnet',
    text: '{brand} hat ihn nicht geöffnet oder wieder geschlossen. Ihre Nachricht wurde nicht gesendet.',
  },
  'chat-too-fast': {
    title: 'Zu viele Nachrichten',
    text: 'Sie senden Ihre Nachrichten zu schnell hintereinander. Versuchen Sie es in Kürze erneut.',
    brief:
      'Sie senden Ihre Nachrichten zu schnell hintereinander. Versuchen Sie es in Kürze erneut.',
  },
  'message-blank': {
    title: 'Ihre Nachricht ist leer',
    text: 'Geben Sie zuerst eine Nachricht ein.',
    brief: 'Ihre Nachricht ist leer. Geben Sie zuerst eine Nachricht ein.',
  },
  'message-too-long': {
    title: 'Ihre Nachricht ist zu lang',
    text: 'Kürzen Sie den Text und senden Sie ihn erneut.',
    brief: 'Ihre Nachricht ist zu lang. Kürzen Sie den Text und senden Sie ihn erneut.',
  },
});

export const chatMuted: Copy['chatMuted'] = catalogue({
  title: 'Sie können hier gerade nicht schreiben',
  text: '{brand} hat Sie in diesem Chat stummgeschaltet. Sie können weiterhin mitlesen.',
  until:
    '{brand} hat Sie in diesem Chat bis zum {date} stummgeschaltet. Sie können weiterhin mitlesen.',
});
