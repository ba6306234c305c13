// Reads fields of a shop's JSON. Returns empty values for missing or unusable ones, because shops add
// and remove fields.
import { isObject, WrittenNumber, type Fields } from '../../../http/exact-json.ts';

/** Follows the names of `path`, separated by dots. */
function valueAt(from: unknown, path: string): unknown {
  let value = from;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Returns the text or the digits of an integer at the first of the paths that has one. */
export function textAt(from: unknown, ...paths: readonly string[]): string {
  for (const path of paths) {
    const value = valueAt(from, path);
    const text = value instanceof WrittenNumber ? (value.integerDigits() ?? '') : value;
    // PostgreSQL stores no NUL.
    const clean = typeof text === 'string' ? text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim() : '';
    if (clean !== '') return clean.slice(0, maxText);
  }
  return '';
}

const maxText = 300;

export function integerAt(from: unknown, ...paths: readonly string[]): number | null {
  const text = textAt(from, ...paths);
  const number = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : null;
}

export function isTrueAt(from: unknown, path: string): boolean {
  return valueAt(from, path) === true;
}

export function isFalseAt(from: unknown, path: string): boolean {
  return valueAt(from, path) === false;
}

/** Returns an empty object for a missing one. */
export function objectAt(from: unknown, path: string): Fields {
  const value = valueAt(from, path);
  return isObject(value) ? value : {};
}

export function listAt(from: unknown, path: string): readonly Fields[] {
  const value = valueAt(from, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Reads unix seconds, or a time of ISO 8601. */
export function timeAt(from: unknown, ...paths: readonly string[]): number | null {
  const text = textAt(from, ...paths);
  if (/^[0-9]{1,12}$/.test(text)) return Number(text);
  const ms = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000);
}

/** Reads a decimal such as "19.99" as smallest units of the currency. */
export function decimalAt(from: unknown, path: string, currency: string): number | null {
  const value = valueAt(from, path);
  const text = value instanceof WrittenNumber ? String(value.number) : value;
  if (typeof text !== 'string' || !/^[0-9]{1,10}(\.[0-9]{1,8})?$/.test(text)) return null;
  return Math.round(Number(text) * 10 ** decimalsOf(currency));
}

function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 2;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Returns the texts that are not empty, each once. */
export function idsOf(...texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text) => text !== ''))];
}

export function currencyAt(from: unknown, ...paths: readonly string[]): string {
  return textAt(from, ...paths).toUpperCase();
}

/** At least one piece. */
export function quantityAt(from: unknown, path: string): number {
  return Math.max(1, integerAt(from, path) ?? 1);
}
