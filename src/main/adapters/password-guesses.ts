// Estimates the number of guesses that a password withstands, by word lists and keyboard patterns.
// The word lists take 1.6 MB, so they are loaded for each estimate and not kept.

/** Longer texts take seconds to rate, so only their two ends are rated. The stronger end counts. */
const maxRatedLength = 32;

/** `known`: words that an attacker knows, such as the user name. */
export async function guessesOf(password: string, known: readonly string[]): Promise<number> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const rating = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs });
  const ends = new Set([password.slice(0, maxRatedLength), password.slice(-maxRatedLength)]);
  return Math.max(...[...ends].map((end) => rating.check(end, [...known]).guesses));
}
