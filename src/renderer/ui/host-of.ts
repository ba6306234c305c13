// The host of an address, as it is shown before the address is opened.

/** The host of an address; null when it is none. */
export function hostOf(address: string | null): string | null {
  if (address === null) return null;
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}
