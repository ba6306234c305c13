// Parses JSON in which numbers stay as they are written. An order number can have more digits than
// a JavaScript number, and two orders must never become one.
import { decodeUtf8 } from '@latchkey/protocol/utf8.ts';

export type Fields = Readonly<Record<string, unknown>>;

export class WrittenNumber {
  readonly number: number;
  readonly #source: string | undefined;

  /** `source` is undefined on Node 20, which does not pass it to the reviver. */
  constructor(number: number, source: string | undefined) {
    this.number = number;
    this.#source = source;
  }

  /**
   * Returns the digits of an integer, or null if it is not an integer or may have lost digits.
   * Above 2^53, an exponent means that the sender rounded.
   */
  integerDigits(): string | null {
    const source = this.#source ?? '';
    const written = /^(-?[0-9]+)(?:\.0+)?$/.exec(source)?.[1];
    if (written !== undefined) return written;
    return Number.isSafeInteger(this.number) && isWhole(source) ? String(this.number) : null;
  }
}

/** Reads the digits, because a number with many of them loses its fraction in JavaScript. */
function isWhole(source: string): boolean {
  const [mantissa = '', exponent = '0'] = source.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const fractionDigits = fraction.length - Number(exponent);
  return fractionDigits <= 0 || /^0*$/.test(`${whole}${fraction}`.slice(-fractionDigits));
}

type Reviver = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

const asWritten: Reviver = (_name, value, context) =>
  typeof value === 'number' ? new WrittenNumber(value, context?.source) : value;

/** Returns undefined if the bytes are not JSON in UTF-8, or are nested too deeply. */
export function parseWritten(bytes: Uint8Array): unknown {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) return undefined;
  try {
    return JSON.parse(decoded.text, asWritten) as unknown;
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Fields {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof WrittenNumber)
  );
}

export function fieldsOf(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}
