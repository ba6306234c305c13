// Derives the parameters of operations, and valid examples of them, from their schemas.
import type { z } from 'zod';

/** The name that tests pass to `fillApplication`, so that example requests match its rows. */
export const mark = 'plain-text';

const candidates = [
  mark,
  '1',
  '198.51.100.9',
  'https://10.0.0.1/x',
  'a@example.org',
  '123456',
  'd'.repeat(64),
  'd'.repeat(16),
  'd'.repeat(128),
  'linux-x64',
  'program',
  'Reseller',
  'testOwner1',
  'Used',
  'used',
  'banned',
  'newest',
  'text',
  '200',
  'refuse',
  'wait',
  'delused',
  'keys',
  '{}',
  'read',
  'Europe/Berlin',
  '2026-11-01',
  'week',
  'stripe',
  'discord',
  'en',
  '[{"key":"plain-text","expires":60}]',
  '[{"source":"seller","key":null,"actor":"","at":"1","given":1,"left":1,"revoked":null,"revokedby":null}]',
];

export interface Parameter {
  readonly name: string;
  readonly optional: boolean;
  /** A text that the schema accepts. */
  readonly example: string;
  readonly accepts: (text: string) => boolean;
}

export function parametersOf(schema: z.ZodType): readonly Parameter[] {
  if (!('shape' in schema)) throw new Error('It is no object');
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>; // z.object has a shape
  return Object.entries(shape).map(([name, field]) => {
    const accepts = (text: string) => field.safeParse(text).success;
    const example = candidates.find(accepts);
    if (example === undefined) throw new Error(`Nothing fits the parameter ${name}`);
    return { name, optional: field.safeParse(undefined).success, example, accepts };
  });
}
