// Extracts the host from a web address. The user sees the host before opening the address.

/** Returns null for null or an invalid address. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}
