// Whether two spellings of a user name on this computer mean the same user.

/**
 * True if they differ at most in case, Unicode composition and outer white space. Only the service
 * knows whether it treats them as one user.
 */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
