// Compares user names on this computer.

/** Ignores case, composition and outer white space. The service may compare differently. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
