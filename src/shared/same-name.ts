// Whether two spellings of a user name on this computer are meant for one user.

/** They differ in case, composition and outer white space at most. Whether the service takes them for one, only it knows. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
