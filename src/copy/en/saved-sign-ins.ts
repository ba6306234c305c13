// English texts of the list of saved accounts.
import { catalogue } from '../sentences.ts';

export const savedSignInList = catalogue({
  title: 'Choose an account',
  byKey: 'Key only',
  incomplete: 'Password required',
  useAnother: 'Use another account',
  remove: 'Remove',
  removeOne: 'Remove {name}',
  removeTitle: 'Remove {name}?',
  removeText:
    "This removes the user name and password from this computer. The account isn't deleted.",
  removeKeyText:
    "This removes the key from this computer. Keep a copy: you can't sign in without it.",
  removeOfflineText: "You can't sign in with it again until you're online.",
  keep: 'Keep it',
  removed: '{name} was removed from this computer.',
});
