// Selects the language of mails and pages from the header of a request.

/**
 * Returns the preferred language of the browser or program, or the first one.
 * @param acceptLanguage the header, such as `de-AT,de;q=0.9,en;q=0.5` (RFC 9110, 12.5.4)
 */
export function preferredLanguage<Language extends { readonly code: string }>(
  languages: readonly [Language, ...Language[]],
  acceptLanguage = '',
): Language {
  const wanted = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const given = parameters.find((part) => part.startsWith('q='));
      const weight = given === undefined ? 1 : Number(given.slice(2));
      return {
        code: tag.toLowerCase().split(/[-_]/)[0],
        weight: Number.isNaN(weight) ? 0 : weight,
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  for (const { code } of wanted) {
    const found = languages.find((language) => language.code === code);
    if (found !== undefined) return found;
  }
  return languages[0];
}
