// Numbers of days as people type them.

/** The seller API takes up to 300 000 days with up to 12 decimals. */
export function isDays(text: string): boolean {
  const days = Number(text);
  return /^[0-9]{1,6}(\.[0-9]{1,12})?$/.test(text) && days > 0 && days <= 300_000;
}
