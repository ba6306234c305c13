// Parameters as both APIs take them: under the first of their names, and checked with the schemas of the wire. How they came is
// another's matter.
import type { z } from 'zod';
import { badRequest, type Refusal } from '../outcome.ts';

export interface Parameters {
  /** Those that can be read and were given once. */
  readonly values: ReadonlyMap<string, string>;
  /** Letter for letter, where it was cleaned. */
  readonly asSent: ReadonlyMap<string, string>;
  readonly refusal: Refusal | null;
}

/**
 * Parameters under the first of their names. SECURITY: where two of its names say different things, one is given twice, and
 * neither wins.
 */
export function withFirstNames(
  values: ReadonlyMap<string, string>,
  also: Readonly<Record<string, string>>,
): { ok: true; values: ReadonlyMap<string, string> } | { ok: false; refusal: Refusal } {
  const named = new Map<string, string>();
  for (const [given, value] of values) {
    const name = Object.hasOwn(also, given) ? (also[given] ?? given) : given;
    if (named.has(name) && named.get(name) !== value)
      return { ok: false, refusal: badRequest(`${speakOf(name)} was given twice.`) };
    named.set(name, value);
  }
  return { ok: true, values: named };
}

/**
 * Checks parameters with a schema of the wire; the refusal names the first one that does not fit, never its value. One that
 * may be left out is left out where it is empty, unless it is one of `empties` and may be.
 */
export function parseParameters<Schema extends z.ZodObject>(
  schema: Schema,
  values: ReadonlyMap<string, string>,
  empties: readonly string[] = [],
): { ok: true; request: z.output<Schema> } | { ok: false; refusal: Refusal } {
  const takes = (name: string, value: string | undefined) => {
    if (!Object.hasOwn(schema.shape, name)) return false;
    const field = schema.shape[name] as z.ZodType; // of a schema of the wire
    return field.safeParse(value).success;
  };
  const isSaid = (name: string, value: string) =>
    value !== '' || !takes(name, undefined) || (empties.includes(name) && takes(name, ''));
  const said: Record<string, string> = Object.create(null) as Record<string, string>; // of names from outside
  for (const [name, value] of values) if (isSaid(name, value)) said[name] = value;
  const parsed = schema.safeParse(said);
  if (parsed.success) return { ok: true, request: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    return { ok: false, refusal: badRequest(`${speakOf(issue.keys[0] ?? '')} is not known.`) };
  const name = String(issue?.path[0] ?? '');
  const missing = !values.has(name) || values.get(name) === '';
  const refusal = missing ? badRequest(`${speakOf(name)} is missing.`) : notValid(name);
  return { ok: false, refusal };
}

export function notValid(name: string): Refusal {
  return badRequest(`${speakOf(name)} is not valid.`);
}

/** Texts stay ASCII and short whatever a stranger calls a parameter. */
export function speakOf(name: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) ? `The parameter "${name}"` : 'A parameter';
}
