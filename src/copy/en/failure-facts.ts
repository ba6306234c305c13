// English texts for failures that contain facts: wrong codes, used keys, files and times.
import { catalogue } from '../sentences.ts';

export const tries = catalogue({
  last: 'That was the last attempt for now.',
  left: {
    one: 'One attempt left before you have to wait.',
    other: '{count} attempts left before you have to wait.',
  },
});

export const badCredentials = catalogue({
  title: 'Incorrect user name or password',
  text: 'Check both, then enter your password again.',
  brief: 'Incorrect user name or password. Check both, then try again.',
  /** {tries}: a sentence from `tries`. */
  briefWithTries: 'Incorrect user name or password. {tries}',
});

export const badCode = catalogue({
  title: 'That code is incorrect',
  short: 'That code is incorrect.',
  first: 'Enter the code your app shows now.',
  firstBrief: 'That code is incorrect. Enter the code your app shows now.',
  wait: 'Wait for the next code, then enter that one.',
  waitBrief: 'That code is incorrect. Wait for the next code, then enter that one.',
  waitShort: 'Incorrect. Wait for the next code.',
  clockRight: "This computer's clock is right. Check your phone's clock.",
  clockRightBrief: "This computer's clock is right. Check your phone's.",
  clockOff: "If your authenticator app is on this computer, correct the computer's clock first.",
  incorrect: 'Incorrect.',
});

export const keyUnknown = catalogue({
  title: "This key wasn't found",
  text: 'Compare it with the message it came in. It must be a key for {brand}.',
  brief: "This key wasn't found. Compare it with the message it came in.",
  /** {tries}: a sentence from `tries`. */
  briefWithTries: "This key wasn't found. {tries}",
});

/** {date}: the end of the subscription. */
export const keyUsed = catalogue({
  byYou: "You've already redeemed this key",
  byYouText: 'A key works only once.',
  title: 'This key has already been used',
  afterLostAnswer: 'Your earlier attempt probably redeemed it.',
  afterLostAnswerAdvice: 'Check your subscriptions before you contact {brand}.',
  text: 'A key works once, for one account.',
  until: 'Your subscription runs until {date}.',
});

export const failuresWithFacts = catalogue({
  'rate-limited': {
    title: 'Too many attempts',
    text: 'Try again at {time}.',
    brief: 'Too many attempts. Try again at {time}.',
  },
  refused: {
    title: "The service didn't allow this",
    noReason: 'It gave no reason. Contact {brand} for help.',
    reason: 'The reason is below. Contact {brand} to learn more.',
  },
  'kept-not-removed': {
    title: "Your saved account couldn't be removed",
    text: 'To remove it, delete the file {file}. This removes all saved accounts.',
  },
  'data-folder-unusable': {
    title: 'Nothing can be saved on this computer',
    text: "{brand} can't write to {folder}. Make the folder writable, then restart {brand}.",
  },
});
