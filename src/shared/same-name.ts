// Compares user names on this computer.

/** Ignores case, composition and outer white space. The service may compare differently. */
export function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other);
}

function normalizeName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}
