// Values of features (docs/protocol.md#features): yes or no, a number, or a text.
import { maxFeatureNumber, maxFeatureText } from './limits.ts';

export type FeatureValue = boolean | number | string;
/** Values by the name of the feature. */
export type Features = Readonly<Record<string, FeatureValue>>;

export const featureKinds = ['yesno', 'number', 'text'] as const;
export type FeatureKind = (typeof featureKinds)[number];

export function featureKindOf(value: FeatureValue): FeatureKind {
  if (typeof value === 'boolean') return 'yesno';
  return typeof value === 'number' ? 'number' : 'text';
}

/** Whether the feature is included: not `no`, and not 0. */
export function isFeatureOn(value: FeatureValue | undefined): boolean {
  return value !== undefined && value !== false && value !== 0;
}

/** A map, because an object also has `constructor` and `__proto__`. */
const yesAndNo: ReadonlyMap<string, boolean> = new Map([
  ['yes', true],
  ['true', true],
  ['no', false],
  ['false', false],
]);

/** Texts that sellers mean as another value. As texts, programs would treat them as included. */
const otherValue = /^(?:on|off|none|[-+]?[0-9]+(?:[.,][0-9]+)?)$/i;

/**
 * Reads a value as sellers write it. Without a kind, `yes`, `no` and whole numbers are what they
 * seem to be. Returns null if the text does not fit the kind, or needs one.
 */
export function readFeatureValue(text: string, kind?: FeatureKind): FeatureValue | null {
  if (kind === 'text') return textOf(text);
  const answer = yesAndNo.get(text.toLowerCase());
  if (kind === 'yesno') return answer ?? null;
  const isNumber = /^(0|[1-9][0-9]{0,15})$/.test(text) && Number(text) <= maxFeatureNumber;
  if (kind === 'number') return isNumber ? Number(text) : null;
  if (isNumber) return Number(text);
  return answer ?? (otherValue.test(text) ? null : textOf(text));
}

function textOf(text: string): string | null {
  return text === '' || text.length > maxFeatureText ? null : text;
}

/** The text from which `readFeatureValue` reads the value. */
export function featureText(value: FeatureValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
