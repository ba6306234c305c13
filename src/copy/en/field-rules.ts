// English texts about the rules of input fields.
import { catalogue } from '../sentences.ts';

/** {most}: the maximum number of characters. */
export const fieldRules = catalogue({
  username: {
    check: 'Check the user name',
    rule: 'A user name has 1 to {most} characters on one line.',
  },
  password: {
    check: 'Check the password',
    rule: 'A password has 1 to {most} characters on one line.',
  },
  code: { check: 'Check the code', rule: 'A code has six digits.' },
  key: { check: 'Check the key', rule: 'A key has 1 to {most} characters on one line.' },
  several: { check: 'Check what you typed' },
  unknown: {
    check: "That couldn't be sent",
    rule: 'Check what you typed.',
    text: 'Check what you typed and try again.',
  },
});
