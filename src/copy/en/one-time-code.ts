// English texts of the form for a one-time code.
import { catalogue } from '../sentences.ts';

export const code = catalogue({
  title: 'Enter your code',
  lead: 'Signing in as {name}. Enter the six digits from your authenticator app.',
  label: 'Six-digit code',
  onlyDigits: 'A code has only digits.',
  short: 'A code has six digits.',
  long: 'A code has six digits. This one has {count}.',
  submit: 'Continue',
  busyLabel: 'Checking…',
  back: 'Back',
});
