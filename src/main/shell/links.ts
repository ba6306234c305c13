// Opens an address in the system's browser. The core decides which one; this is the last check before it leaves the program.

/** False: not an https address, or the system could not open it. */
export async function openHttpsLink(
  openExternal: (url: string) => Promise<void>,
  address: string,
): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // SECURITY: other schemes start programs; a user name in front of the host is there to deceive.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  try {
    await openExternal(url.href);
    return true;
  } catch {
    return false;
  }
}
