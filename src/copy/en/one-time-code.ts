// The code step.
import { catalogue } from '../sentences.ts';

export const code = catalogue({
  title: 'Enter your code',
  lead: 'Signing in as {name}. Open your authenticator app and type the 6 digits it shows.',
  label: 'Six-digit code',
  onlyDigits: 'A code has only digits.',
  short: 'A code has six digits.',
  long: 'A code has six digits; this has {count}.',
  submit: 'Continue',
  verb: 'Checking…',
  back: 'Back',
});
