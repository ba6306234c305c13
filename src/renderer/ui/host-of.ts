// The host of an address, shown before the address is opened.

/** null: not an address. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}
