// Validates the fields of a new account before they are sent.
import { fieldRule } from '../../copy/field-rules.ts';
import type { AccountOptions } from '../../shared/offers.ts';
import { fitsAsMail, fitsAsName, fitsAsPassword } from '../input/field-rules.ts';
import type { Slips } from '../ui/form-faults.tsx';

interface Typed {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly emailOption: AccountOptions['email'];
}

/** Returns only the first error, so that the user corrects one at a time. */
export function slipsIn({ username, password, email, emailOption }: Typed): Slips | null {
  if (username.trim() === '') return { username: ({ register }) => register.usernameMissing };
  if (!fitsAsName(username)) return { username: (copy) => fieldRule(copy, 'username') };
  if (password === '') return { password: ({ register }) => register.passwordMissing };
  if (!fitsAsPassword(password)) return { password: (copy) => fieldRule(copy, 'password') };
  if (emailOption === 'off') return null;
  if (email.trim() === '')
    return emailOption === 'required' ? { email: ({ register }) => register.emailMissing } : null;
  return fitsAsMail(email) ? null : { email: ({ register }) => register.emailRule };
}
