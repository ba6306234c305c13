// Masks an answer to a seller key that only reads (docs/protocol.md#masked-accounts). Accounts that
// sign in by a license key have it as their name, so their names, keys and devices are secrets.
// SECURITY: checks every text of an answer, so that an operation cannot forget to mask one.
import { setImmediate as turn } from 'node:timers/promises';
import { fold } from '@latchkey/protocol/fold.ts';
import { foldKey } from '@latchkey/protocol/typed-text.ts';
import { findKeyTexts, noKeyTexts, type KeyTexts } from '../secrets/key-accounts.ts';
import { maskKey } from '../secrets/key-mask.ts';
import type { SellerCall } from './seller-call.ts';
import { userIdPrefix } from './seller-names.ts';

const nameFields = new Set(['username', 'credential', 'usedby', 'user', 'assigned', 'author']);
const keyFields = new Set(['key', 'keys']);
/** Fields in which even a number may be a name, a key or a device id. */
const secretFields = new Set([
  ...[...nameFields, ...keyFields],
  ...['hwid', 'hwids', 'data', 'text', 'message'],
]);

/** Longer texts cannot be names, keys or device ids. */
const maxLength = 512;
/** Integers, including Unix times. Most fields contain one. */
const number = /^-?[0-9]{1,15}$/;
/** The capture group makes `split` return the line ends too. */
const lineEnd = /(\r?\n)/u;
const separators = /[\s,;:="'`()[\]{}<>/\\|&?#@]+/u;
const masked = /^\*{4}.{0,4}$/su;
/** Number of texts that are processed, in some milliseconds, before other requests get a turn. */
const textsPerTurn = 1000;
const rowsPerTurn = 300;

interface Answer {
  readonly message: string | null;
  readonly text: string | null | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

export async function maskAnswer<One extends Answer>(
  { reader, application }: Pick<SellerCall, 'reader' | 'application'>,
  answer: One,
): Promise<One> {
  const keyTexts = noKeyTexts();
  const { message, text, fields } = answer;
  let candidates = new Set<string>();
  const lookUp = async () => {
    if (candidates.size > 0) await findKeyTexts(reader, application.id, [...candidates], keyTexts);
    candidates = new Set();
    await turn();
  };
  for (const [field, value] of textsOf('', { message, text, ...fields })) {
    for (const one of candidatesOf(field, value)) candidates.add(one);
    if (candidates.size >= textsPerTurn) await lookUp();
  }
  await lookUp();
  const masking = new Masking(keyTexts);
  return {
    ...answer,
    fields: (await masking.copy('', fields)) as Answer['fields'], // a copy of the same shape
    ...(message !== null && { message: masking.mask('message', message) }),
    ...(typeof text === 'string' && { text: await masking.maskLines(text) }),
  };
}

/** Masks rows before a search, so that the search matches only visible text. */
export async function maskRows<Row extends object>(
  call: Pick<SellerCall, 'reader' | 'application'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { fields } = await maskAnswer(call, { message: null, text: undefined, fields: { rows } });
  return fields.rows;
}

function* textsOf(field: string, value: unknown): Generator<readonly [string, string]> {
  if (typeof value === 'string') for (const line of value.split(lineEnd)) yield [field, line];
  else if (Array.isArray(value)) for (const one of value) yield* textsOf(field, one);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* textsOf(name, one);
}

/** Returns the parts of a line that may be a name, a key or a device id, longest first. */
function candidatesOf(field: string, text: string): readonly string[] {
  if (text === '' || (number.test(text) && !secretFields.has(field))) return [];
  if (!/[^\p{L}\p{N}-]/u.test(text)) return text.length > maxLength ? [] : [text];
  const parts = new Set([
    ...[text, ...text.split(/(?:^|\s)\w+=/u), ...text.split(/\s+/u)],
    ...text.split(separators),
    ...text.split(/[^\p{L}\p{N}-]+/u),
  ]);
  for (const part of parts) parts.add(part.replace(/[.!?…]+$/u, ''));
  return [...parts]
    .filter((part) => part !== '' && part.length <= maxLength)
    .toSorted((one, other) => other.length - one.length);
}

class Masking {
  readonly #found: KeyTexts;
  #copied = 0;
  constructor(keyTexts: KeyTexts) {
    this.#found = keyTexts;
  }

  async copy(field: string, value: unknown): Promise<unknown> {
    if (typeof value === 'string') return this.mask(field, value);
    if (typeof value !== 'object' || value === null) return value;
    this.#copied += 1;
    if (this.#copied % rowsPerTurn === 0) await turn();
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const one of value) list.push(await this.copy(field, one));
      return list;
    }
    const copied: Record<string, unknown> = {};
    for (const [name, one] of Object.entries(value)) {
      copied[name] = typeof one === 'string' ? this.mask(name, one) : await this.copy(name, one);
      const id = nameFields.has(name) ? this.#userOf(one) : undefined;
      if (id !== undefined) copied['userid'] = `${userIdPrefix}${id}`;
    }
    return copied;
  }

  #userOf(name: unknown): string | undefined {
    return typeof name === 'string' ? this.#found.users.get(fold(name)) : undefined;
  }

  /** Masks a text of very many lines, such as a list of keys. */
  async maskLines(text: string): Promise<string> {
    const lines: string[] = [];
    for (const line of text.split(lineEnd)) {
      lines.push(this.#maskLine('text', line));
      if (lines.length % textsPerTurn === 0) await turn();
    }
    return lines.join('');
  }

  mask(field: string, text: string): string {
    return text
      .split(lineEnd)
      .map((line) => this.#maskLine(field, line))
      .join('');
  }

  #maskLine(field: string, text: string): string {
    if (text === '') return text;
    if (field === 'token') return maskKey(text);
    if (this.#isSecretInField(field, text)) return maskKey(text);
    let shown = text;
    for (const part of candidatesOf(field, text))
      if (this.#isSecret(part)) shown = shown.replaceAll(part, maskKey(part));
    return shown;
  }

  #isSecret(text: string): boolean {
    const { users, secretKeys, devices } = this.#found;
    return users.has(fold(text)) || secretKeys.has(foldKey(text)) || devices.has(text);
  }

  /** Returns whether the text is secret in this field, but not in every field. */
  #isSecretInField(field: string, text: string): boolean {
    const { otherKeys } = this.#found;
    const folded = foldKey(text);
    // A token is assigned to a name or to a key.
    if (nameFields.has(field) && field !== 'assigned') return otherKeys.has(folded);
    // The license was deleted, but its key may still be somebody's name or password.
    return keyFields.has(field) && !otherKeys.has(folded) && !masked.test(text);
  }
}
