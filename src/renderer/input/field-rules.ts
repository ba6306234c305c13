// Checks inputs against the bridge's limits, so that forms can show errors before sending. The main
// process checks them again.

import {
  emailPattern,
  maxEmailLength,
  maxNameLength,
  maxPasswordLength,
  forbiddenCharacters,
} from '@latchkey/protocol/limits.ts';

/** Checks a user name or key. Ignores outer white space. */
export function isValidName(text: string): boolean {
  const name = text.trim().normalize('NFC');
  return name.length >= 1 && name.length <= maxNameLength && !forbiddenCharacters.test(name);
}

export function isValidPassword(text: string): boolean {
  return text.length >= 1 && text.length <= maxPasswordLength && !forbiddenCharacters.test(text);
}

export function isValidEmail(text: string): boolean {
  const address = text.trim();
  return address.length <= maxEmailLength && emailPattern.test(address);
}
