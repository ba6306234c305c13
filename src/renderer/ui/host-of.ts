// The host of an address, as it is shown before the address is opened.

/** The host of an address; null when it is none. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}
