// Reads the host of an address, shown before the user opens it.

/** Returns null without a valid address. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}
