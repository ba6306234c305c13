// Puts facts into the places of a sentence: {name}, {date}. The one way to do so: a fact is taken as it is, whatever it holds.

/** A place without a fact stays as it is, so that a test sees it. */
export function fill(sentence: string, facts: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(facts, name) ? (facts[name] ?? place) : place,
  );
}
