// A word about data of the seller API.

/** Returns the data itself if a newer service sends one that has no words yet. */
export function wordOf(words: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(words, name) ? (words[name] ?? name) : name;
}
