// The words of the list of kept sign-ins.
import { catalogue } from '../sentences.ts';

export const keptList = catalogue({
  title: 'Choose an account',
  byKey: 'A key alone',
  incomplete: 'Asks for the password',
  another: 'Use another account',
  forget: 'Forget',
  forgetOne: 'Forget {name}',
  forgetTitle: 'Forget {name}?',
  forgetText:
    'The user name and the password are removed from this computer. The account itself stays as it is.',
  forgetKeyText:
    'The key is removed from this computer. Make sure that you have it elsewhere: it is the only way to sign in.',
  keep: 'Keep it',
  forgotten: '{name} is forgotten on this computer.',
});
