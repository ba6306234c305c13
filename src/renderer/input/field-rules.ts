// What the bridge takes, checked before it is asked, so that a slip is shown beside its field at once. The main process
// checks again and decides. Pure. Source: primitives.ts of the protocol.

import {
  mailForm,
  maxMailLength,
  maxNameLength,
  maxPasswordLength,
  unfit,
} from '@latchkey/protocol/limits.ts';

/** A user name or a key: outer white space does not count. */
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
