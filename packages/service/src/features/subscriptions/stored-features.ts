// The stored form of features (docs/protocol.md#features): JSON in the rows of subscriptions and users,
// which requests read anyway.
import { featureKindOf, featureText, type FeatureValue } from '@latchkey/protocol/features.ts';

export interface StoredFeature {
  readonly name: string;
  readonly value: FeatureValue;
  /** What users read about it; empty: it is not shown. */
  readonly words: string;
  /** When the feature of a user ends, in unix seconds; missing: never. */
  readonly until?: number;
}

export function readFeatures(stored: string | null): readonly StoredFeature[] {
  return stored === null ? [] : (JSON.parse(stored) as readonly StoredFeature[]); // written by `storedFeatures`
}

/** Sorted by name, so that equal lists are equal texts. Null for an empty list. */
export function storedFeatures(features: readonly StoredFeature[]): string | null {
  const sorted = features.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return sorted.length === 0 ? null : JSON.stringify(sorted);
}

/** Returns the features of a user that have not ended. */
export function runningFeatures(stored: string | null, now: number): readonly StoredFeature[] {
  return readFeatures(stored).filter(({ until = Infinity }) => until > now);
}

/** The words about the features that a subscription includes. */
export function includedWords(stored: string | null): string[] {
  return readFeatures(stored)
    .filter(isShown)
    .map(({ words }) => words);
}

export function isShown({ value, words }: StoredFeature): boolean {
  return words !== '' && value !== false && value !== 0;
}

/** The form of lists of the seller API. */
export function listedFeature({ name: feature, value, words }: StoredFeature) {
  return { feature, kind: featureKindOf(value), value: featureText(value), words };
}

export function listedUserFeature(feature: StoredFeature) {
  return { ...listedFeature(feature), until: String(feature.until ?? '') };
}
