// Opens a URL in the system's browser, after a last check. The core chooses the URL.

/** Returns false if `address` is not an https URL, or if the system could not open it. */
export async function openHttpsLink(
  openExternal: (url: string) => Promise<void>,
  address: string,
): Promise<boolean> {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  // SECURITY: other schemes can start programs; a user name in front disguises the host.
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  try {
    await openExternal(url.href);
    return true;
  } catch {
    return false;
  }
}
