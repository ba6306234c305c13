// Checks inputs against the bridge's limits, so that forms can show errors before sending. The main
// process checks them again.

import {
  mailForm,
  maxMailLength,
  maxNameLength,
  maxPasswordLength,
  unfit,
} from '@latchkey/protocol/limits.ts';

/** Checks a user name or key. Ignores outer white space. */
export function fitsAsName(text: string): boolean {
  const name = text.trim().normalize('NFC');
  return name.length >= 1 && name.length <= maxNameLength && !unfit.test(name);
}

export function fitsAsPassword(text: string): boolean {
  return text.length >= 1 && text.length <= maxPasswordLength && !unfit.test(text);
}

export function fitsAsMail(text: string): boolean {
  const address = text.trim();
  return address.length <= maxMailLength && mailForm.test(address);
}
