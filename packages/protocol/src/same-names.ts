// Tells things of the same name apart in a list.

/** Returns the names in their order. Each repetition gets a number: `pc`, `pc (2)`, `pc (3)`. */
export function numberSameNames(names: readonly string[]): readonly string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = 2;
    while (taken.has(`${name} (${String(number)})`)) number += 1;
    const numbered = `${name} (${String(number)})`;
    taken.add(numbered);
    return numbered;
  });
}
