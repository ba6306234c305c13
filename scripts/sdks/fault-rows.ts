// The form of a planted fault (planted-faults.ts).

/** Replaces the first text, which must occur once, by the second one. */
export type PlantedFault = readonly [name: string, file: string, from: string, to: string];

export function rows(
  file: string,
  given: readonly (readonly [name: string, from: string, to: string])[],
): readonly PlantedFault[] {
  return given.map(([name, from, to]) => [name, file, from, to]);
}
