// Converts schemas of the protocol to JSON Schema and to descriptions. Schemas that trim or convert
// their input are described by hand, because generated JSON Schema does not show the conversion.
import { z } from 'zod';
import {
  challenge,
  code,
  computerText,
  hwid,
  keyText,
  newKeyText,
  ownerid,
  password,
  sessionid,
  shortText,
  username,
} from '@latchkey/protocol/primitives.ts';
import { beginDate, endDate } from '@latchkey/protocol/seller/ledger.ts';
import { maskCharacters } from '@latchkey/protocol/seller/license-making.ts';
import { level } from '@latchkey/protocol/seller/license-parameters.ts';
import { daysAsSeconds, flag } from '@latchkey/protocol/seller-spec.ts';

export type Json = Readonly<Record<string, unknown>>;

interface KnownForm {
  readonly schema: z.ZodType;
  readonly words: string;
  readonly json: Json;
}

const text = (minLength: number, maxLength: number): Json => ({
  type: 'string',
  minLength,
  maxLength,
});

const knownForms: readonly KnownForm[] = [
  {
    schema: username,
    words: '1 to 70 characters, trimmed',
    json: text(1, 70),
  },
  { schema: keyText, words: '1 to 70 characters, trimmed', json: text(1, 70) },
  { schema: newKeyText, words: '1 to 70 characters, trimmed', json: text(1, 70) },
  { schema: password, words: '1 to 1024 characters, unchanged', json: text(1, 1024) },
  { schema: hwid, words: 'up to 512 characters', json: text(0, 512) },
  {
    schema: computerText,
    words: 'text in one line; more than 60 characters are cut',
    json: text(0, 240),
  },
  { schema: shortText, words: '1 to 100 characters', json: text(1, 100) },
  { schema: code, words: '6 digits', json: { type: 'string', pattern: '^[0-9]{6}$' } },
  { schema: ownerid, words: '10 letters or digits', json: jsonOf(ownerid) },
  { schema: sessionid, words: 'as `init` returns it', json: text(1, 200) },
  {
    schema: challenge,
    words: '16 to 64 random characters of `A-Z a-z 0-9 _ -`, echoed in the signed answer',
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
    schema: maskCharacters,
    words: '`1`, `2`, `3`',
    json: { type: 'string', enum: ['1', '2', '3'] },
  },
  { schema: beginDate, words: 'unix seconds, or an ISO date', json: text(1, 40) },
  {
    schema: endDate,
    words: 'unix seconds, or an ISO date; without a time, the end of that day',
    json: text(1, 40),
  },
  {
    schema: daysAsSeconds,
    words: 'days from 0 to 300 000, with decimals',
    json: { type: 'string', pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' },
  },
];

export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly words: string;
  readonly json: Json;
}

/** Returns the parameters of a request, in the order of the schema. */
export function parametersOf(request: z.ZodType): readonly Parameter[] {
  if (!(request instanceof z.ZodObject)) throw new Error('A request must be an object.');
  return Object.entries(request.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const { json, words } = formOf(schema);
    const omitted = schema.safeParse(undefined);
    const defaultValue = omitted.success ? omitted.data : undefined;
    const hasDefault =
      (typeof defaultValue === 'string' && defaultValue !== '') || typeof defaultValue === 'number';
    return {
      name,
      isRequired: !omitted.success,
      words: hasDefault ? `${words}; default \`${defaultValue}\`` : words,
      json: hasDefault ? { ...json, default: String(defaultValue) } : json,
    };
  });
}

function formOf(schema: z.ZodType): { readonly words: string; readonly json: Json } {
  const inner = unwrapped(schema);
  const named = knownForms.find((entry) => isSame(entry.schema, inner));
  if (named !== undefined) return named;
  const json = jsonOf(inner);
  const number = boundsOf(inner);
  if (json['type'] === 'string' && number !== null)
    return {
      words: `integer from ${spaced(number.minimum)} to ${spaced(number.maximum)}`,
      json,
    };
  return { words: wordsOf(json), json };
}

/** Returns the schema without the wrappers that make it optional. */
function unwrapped(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
    ? unwrapped(schema.unwrap() as z.ZodType) // zod types the inner schema loosely
    : schema;
}

/** Compares the input schemas, because zod copies a converting schema to add a check. */
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

/** Returns the bounds of a number that is sent as text, or null for other schemas. */
function boundsOf(schema: z.ZodType): { minimum: number; maximum: number } | null {
  const out = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const { type, minimum, maximum } = out;
  return type === 'integer' && minimum !== undefined && maximum !== undefined
    ? { minimum, maximum }
    : null;
}

function wordsOf(json: Json): string {
  const values = json['enum'];
  if (Array.isArray(values)) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (typeof json['pattern'] === 'string') return `matches \`${json['pattern']}\``;
  const [min, max] = [Number(json['minLength'] ?? 0), Number(json['maxLength'] ?? 0)];
  if (json['maxLength'] === undefined) return 'text';
  if (min > 0) return `${spaced(min)} to ${spaced(max)} characters`;
  return `up to ${spaced(max)} characters`;
}

function spaced(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** Returns the JSON Schema of an answer as the service sends it. */
export function answerOf(answer: z.ZodType): Json {
  return jsonOf(answer);
}

/** Returns one line for each field of an answer: its name and type. */
export function fieldsOf(answer: z.ZodType, without: readonly string[]): readonly string[] {
  const json = answerOf(answer);
  const required = (json['required'] ?? []) as readonly string[]; // JSON Schema defines this type
  const fields = (json['properties'] ?? {}) as Record<string, Json>; // JSON Schema defines this type
  return Object.entries(fields)
    .filter(([name]) => !without.includes(name))
    .map(
      ([name, field]) =>
        `\`${name}\`: ${valueWords(field)}${required.includes(name) ? '' : ' (optional)'}`,
    );
}

function valueWords(json: Json): string {
  const options = (json['anyOf'] ?? json['oneOf']) as readonly Json[] | undefined; // JSON Schema defines this type
  if (options !== undefined) return optionWords(options);
  if (json['const'] !== undefined) return `\`${JSON.stringify(json['const'])}\``;
  if (Array.isArray(json['enum'])) return wordsOf(json).replaceAll(', ', ' or ');
  switch (json['type']) {
    case 'array':
      return `array of ${valueWords(json['items'] as Json)}`; // JSON Schema defines this type
    case 'object':
      return objectWords(json);
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    default:
      return typesWords(json['type']);
  }
}

/** Omits the single item that may replace an array, because only other services send it. */
function optionWords(options: readonly Json[]): string {
  const items = options.flatMap(({ items: item }) => (item === undefined ? [] : [item as Json])); // JSON Schema defines this type
  const single = new Set(items.map(valueWords));
  const words = new Set(options.map(valueWords));
  return [...words].filter((word) => !single.has(word)).join(' or ');
}

function typesWords(types: unknown): string {
  return Array.isArray(types)
    ? types.map((type) => valueWords({ type })).join(' or ')
    : 'any value';
}

function objectWords(json: Json): string {
  const fields = (json['properties'] ?? {}) as Record<string, Json>; // JSON Schema defines this type
  const inside = Object.entries(fields).map(([name, field]) => `\`${name}\` ${valueWords(field)}`);
  return `{ ${inside.join(', ')} }`;
}
