// Finds texts by names that the service sends.

/** Returns undefined for a name that this page does not know, as a newer service can send it. */
export function entryOf<Value>(
  texts: Readonly<Record<string, Value>>,
  name: string | undefined,
): Value | undefined {
  return Object.entries(texts).find(([known]) => known === name)?.[1];
}
