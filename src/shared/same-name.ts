// Whether two spellings of a user name on this computer mean the same user.

/** True if they differ in case, composition or outer white space; the service may disagree. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
