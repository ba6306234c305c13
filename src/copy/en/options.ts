// English texts of the account's options.
import { catalogue } from '../sentences.ts';

export const options = catalogue({
  heading: 'Your choices',
  text: 'Saved in your account. They apply the next time {brand} launches.',
  reading: 'Loading your choices…',
  save: 'Save',
  /** {label}: the brand's name of the option. */
  saveOne: 'Save {label}',
  saving: 'Saving…',
  /** {value}: the chosen value. */
  saved: 'Saved: {value}.',
  elsewhere:
    'This was changed to {value} on another computer or by {brand}. Choose again to replace it.',
  lost: "Your choice wasn't saved. It's still {value}.",
  again: 'Try again',
});
