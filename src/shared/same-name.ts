// Whether two spellings of a user name on this computer mean the same user.

/** They differ at most in case, composition and outer white space. The service may disagree. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
