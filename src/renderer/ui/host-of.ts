// The parts of a web address that the user sees before opening it.

/** Returns null for null or an invalid address. */
export function hostOf(address: string | null): string | null {
  return address === null ? null : (URL.parse(address)?.host ?? null);
}

const maxShownLength = 120;

/** Returns the address without credentials or fragment, cut if it is long. */
export function shortened(address: string): string {
  const url = URL.parse(address);
  const shown = url === null ? address : `${url.origin}${url.pathname}${url.search}`;
  return shown.length > maxShownLength ? `${shown.slice(0, maxShownLength)}…` : shown;
}
