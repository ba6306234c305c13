// The words for failures whose facts are said: wrong codes, used keys, files and times.
import { catalogue } from '../sentences.ts';

export const tries = catalogue({
  last: 'That was the last try for now.',
  left: {
    one: 'One try left, then you have to wait.',
    other: '{count} tries left, then you have to wait.',
  },
});

export const badCredentials = catalogue({
  title: 'That user name and password do not match',
  text: 'Check both and type the password again. Capital letters count.',
  brief: 'That user name and password do not match. Capital letters count.',
  /** {tries}: a sentence of `tries`. */
  briefWithTries: 'That user name and password do not match. {tries}',
});

export const badCode = catalogue({
  title: 'That code is not right',
  short: 'That code is not right.',
  first: 'Type the code that your app shows now.',
  firstBrief: 'That code is not right. Type the code that your app shows now.',
  wait: 'Wait until your app shows the next code, then type that one.',
  waitBrief: 'That code is not right. Wait for the next one, then type that.',
  waitShort: 'Not right. Wait for the next code.',
  clockRight: "This computer's clock is right; check the clock of the device that shows the codes.",
  clockRightBrief: "This computer's clock is right; check the other device's.",
  clockOff: 'If your app runs on this computer, correct the clock first.',
  notRight: 'Not right.',
});

/** {date}: until when the subscription runs. */
export const keyUsed = catalogue({
  byYou: 'You have already redeemed this key',
  byYouText: 'It is redeemed once.',
  title: 'This key has already been used',
  afterLostAnswer: 'Your earlier try probably redeemed it.',
  afterLostAnswerAdvice: 'Check your subscriptions before you ask for help.',
  text: 'A key works once, for one account.',
  until: 'Your subscription runs until {date}.',
});

export const told = catalogue({
  'rate-limited': {
    title: 'Too many tries for now',
    text: 'To keep accounts safe, the service asks you to wait. You can try again at {time}.',
    brief: 'Too many tries for now. You can try again at {time}.',
  },
  refused: {
    title: 'The service did not allow this',
    noReason: 'It gave no reason. {brand} can help.',
    reason: 'It gave the reason below. {brand} can tell you more.',
  },
  'kept-not-removed': {
    title: 'Your kept sign-in could not be removed',
    text: 'The next start could use it again. To prevent that, delete the file {file} by hand; all kept sign-ins go with it.',
  },
  'data-folder-unusable': {
    title: 'Nothing can be kept on this computer',
    text: 'You can use {brand} as usual, but sign-in and settings last only until you close this window: the folder {folder} cannot be written.',
  },
});
