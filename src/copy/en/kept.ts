// English texts of the list of saved accounts.
import { catalogue } from '../sentences.ts';

export const keptList = catalogue({
  title: 'Choose an account',
  byKey: 'Key only',
  incomplete: 'Password required',
  another: 'Use another account',
  forget: 'Remove',
  forgetOne: 'Remove {name}',
  forgetTitle: 'Remove {name}?',
  forgetText:
    "This removes the user name and password from this computer. The account isn't deleted.",
  forgetKeyText:
    "This removes the key from this computer. Keep a copy: you can't sign in without it.",
  keep: 'Keep it',
  forgotten: '{name} was removed from this computer.',
});
