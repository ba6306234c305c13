// Validates the fields of a new account before they are sent.
import { fieldRule } from '../../copy/field-rules.ts';
import type { AccountOptions } from '../../shared/features.ts';
import { isValidEmail, isValidName, isValidPassword } from '../input/field-rules.ts';
import type { InputErrors } from '../ui/form-errors.tsx';

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly emailOption: AccountOptions['email'];
}

/** Returns only the first error, so that the user corrects one at a time. */
export function validate({ username, password, email, emailOption }: Typed): InputErrors | null {
  if (username.trim() === '') return { username: ({ register }) => register.usernameMissing };
  if (!isValidName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  if (password === '') return { password: ({ register }) => register.passwordMissing };
  if (!isValidPassword(password)) return { password: (copy) => fieldRule(copy, 'password') };
  if (emailOption === 'off') return null;
  if (email.trim() === '')
    return emailOption === 'required' ? { email: ({ register }) => register.emailMissing } : null;
  return isValidEmail(email) ? null : { email: ({ register }) => register.emailRule };
}
