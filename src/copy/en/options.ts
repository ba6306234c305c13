// The options that follow the account: their part of the account screen.
import { catalogue } from '../sentences.ts';

export const options = catalogue({
  heading: 'Your choices',
  text: 'They follow your account to each computer, and count from the next launch of {brand}.',
  reading: 'Your choices are being read…',
  save: 'Save',
  /** {label}: the option, as the brand named it. */
  saveOne: 'Save {label}',
  saving: 'Saving…',
  /** {value}: what was chosen. */
  saved: 'Saved: {value}.',
  elsewhere:
    'Meanwhile {value} was chosen, on another computer or by {brand}. Nothing was saved; choose again to replace it.',
  lost: 'The service said that it was saved, but it still has {value}.',
  again: 'Read again',
});
