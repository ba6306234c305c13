// Reads fields of answers of the seller API. Services differ in the types of values, so every value
// is checked, and a missing one is an empty text or list.

export type Fields = Readonly<Record<string, unknown>>;

/** Any object of an answer. Its values are checked when they are read. */
export function fieldsOf(given: object): Fields {
  return given as Fields;
}

export function textIn(fields: Fields, name: string): string {
  return plain(fields[name]);
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(plain).join(', ') : JSON.stringify(value);
}

/** Returns the objects of a list. */
export function listIn(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).filter(
    (item): item is Fields => typeof item === 'object' && item !== null,
  );
}
