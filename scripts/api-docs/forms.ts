// What a schema of the wire takes or gives, as JSON Schema and in words. Schemas that trim or convert are named here, because
// their form alone does not say it.
import { z } from 'zod';
import {
  challenge,
  code,
  hwid,
  keyText,
  ownerid,
  password,
  sessionid,
  shortText,
  username,
} from '@latchkey/protocol/primitives.ts';
import { level } from '@latchkey/protocol/seller/license-parameters.ts';
import { daysAsSeconds, flag } from '@latchkey/protocol/seller-spec.ts';

export type Json = Readonly<Record<string, unknown>>;

interface Known {
  readonly schema: z.ZodType;
  readonly words: string;
  readonly json: Json;
}

const text = (minLength: number, maxLength: number): Json => ({
  type: 'string',
  minLength,
  maxLength,
});

const known: readonly Known[] = [
  {
    schema: username,
    words: '1 to 70 characters; outer white space is removed',
    json: text(1, 70),
  },
  { schema: keyText, words: '1 to 70 characters; outer white space is removed', json: text(1, 70) },
  { schema: password, words: '1 to 1024 characters, taken as they are', json: text(1, 1024) },
  { schema: hwid, words: 'up to 512 characters', json: text(0, 512) },
  { schema: shortText, words: '1 to 100 characters', json: text(1, 100) },
  { schema: code, words: '6 digits', json: { type: 'string', pattern: '^[0-9]{6}$' } },
  { schema: ownerid, words: '10 letters or digits', json: jsonOf(ownerid) },
  { schema: sessionid, words: 'as `init` gave it', json: text(1, 200) },
  {
    schema: challenge,
    words: '16 to 64 of `A-Z a-z 0-9 _ -`, random; echoed in the signed answer',
    json: jsonOf(challenge),
  },
  {
    schema: flag,
    words: '`0` or `1`',
    json: { type: 'string', pattern: '^(0|1|false|true|no|yes)$' },
  },
  {
    schema: level,
    words: '1 to 12 digits without leading zeros',
    json: { type: 'string', pattern: '^(0|[1-9][0-9]{0,11})$' },
  },
  {
    schema: daysAsSeconds,
    words: 'days, decimals allowed, up to 300 000',
    json: { type: 'string', pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' },
  },
];

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly words: string;
  readonly json: Json;
}

/** In the order in which they are written down. */
export function parametersOf(request: z.ZodType): readonly Parameter[] {
  if (!(request instanceof z.ZodObject)) throw new Error('A request is an object.');
  return Object.entries(request.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { json, words } = formOf(schema);
    const usual = schema.safeParse(undefined);
    const initial = usual.success ? usual.data : undefined;
    const isTold = (typeof initial === 'string' && initial !== '') || typeof initial === 'number';
    return {
      name,
      isRequired: !usual.success,
      words: isTold ? `${words}; \`${initial}\` where nothing is said` : words,
      json: isTold ? { ...json, default: String(initial) } : json,
    };
  });
}

function formOf(schema: z.ZodType): { readonly words: string; readonly json: Json } {
  const inner = unwrapped(schema);
  const named = known.find((entry) => isSame(entry.schema, inner));
  if (named !== undefined) return named;
  const json = jsonOf(inner);
  const number = numberOf(inner);
  if (json['type'] === 'string' && number !== null)
    return {
      words: `whole number from ${spaced(number.minimum)} to ${spaced(number.maximum)}`,
      json,
    };
  return { words: wordsOf(json), json };
}

/** Without what makes it optional. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault
    ? unwrapped(schema.unwrap() as z.ZodType) // its own schema
    : schema;
}

/** A further check makes a copy of a conversion, with the same beginning. */
function isSame(one: z.ZodType, other: z.ZodType): boolean {
  if (one === other) return true;
  return one instanceof z.ZodPipe && other instanceof z.ZodPipe && one.def.in === other.def.in;
}

function jsonOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return json;
}

/** Numbers that travel as text come out as integers with bounds. */
function numberOf(schema: z.ZodType): { minimum: number; maximum: number } | null {
  const out = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const { type, minimum, maximum } = out;
  return type === 'integer' && minimum !== undefined && maximum !== undefined
    ? { minimum, maximum }
    : null;
}

function wordsOf(json: Json): string {
  const values = json['enum'];
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (typeof json['pattern'] === 'string') return `\`${json['pattern']}\``;
  const [min, max] = [Number(json['minLength'] ?? 0), Number(json['maxLength'] ?? 0)];
  if (min > 0) return `${spaced(min)} to ${spaced(max)} characters`;
  return `up to ${spaced(max)} characters`;
}

function spaced(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** Of an answer: what a service may put on the wire. */
export function answerOf(answer: z.ZodType): Json {
  return jsonOf(answer);
}

/** Fields of an answer as one line each: name and what it holds. */
export function fieldsOf(answer: z.ZodType, without: readonly string[]): readonly string[] {
  const json = answerOf(answer);
  const required = (json['required'] ?? []) as readonly string[]; // as JSON Schema has it
  const fields = (json['properties'] ?? {}) as Record<string, Json>; // as above
  return Object.entries(fields)
    .filter(([name]) => !without.includes(name))
    .map(
      ([name, field]) =>
        `\`${name}\`: ${valueWords(field)}${required.includes(name) ? '' : ' (not always there)'}`,
    );
}

function valueWords(json: Json): string {
  const options = (json['anyOf'] ?? json['oneOf']) as readonly Json[] | undefined; // as JSON Schema has it
  if (options !== undefined) return [...new Set(options.map(valueWords))].join(' or ');
  if (json['const'] !== undefined) return `\`${JSON.stringify(json['const'])}\``;
  if (Array.isArray(json['enum'])) return wordsOf(json).replaceAll(', ', ' or ');
  switch (json['type']) {
    case 'array':
      return `list of ${valueWords(json['items'] as Json)}`; // as JSON Schema has it
    case 'object':
      return objectWords(json);
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    default:
      return typesWords(json['type']);
  }
}

function typesWords(types: unknown): string {
  return Array.isArray(types)
    ? types.map((type) => valueWords({ type })).join(' or ')
    : 'any value';
}

function objectWords(json: Json): string {
  const fields = (json['properties'] ?? {}) as Record<string, Json>; // as JSON Schema has it
  const inside = Object.entries(fields).map(([name, field]) => `\`${name}\` ${valueWords(field)}`);
  return `{ ${inside.join(', ')} }`;
}
