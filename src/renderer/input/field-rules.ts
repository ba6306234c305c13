// The bridge's input limits for immediate errors in forms; the main process checks again and
// decides. Source: primitives.ts of the protocol. Pure.

import {
  mailForm,
  maxMailLength,
  maxNameLength,
  maxPasswordLength,
  unfit,
} from '@latchkey/protocol/limits.ts';

/** For a user name or key: outer white space is ignored. */
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
