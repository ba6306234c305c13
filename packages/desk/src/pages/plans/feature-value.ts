// The value of a feature in words.
import { useLanguage } from '../../copy/language.ts';
import type { Feature } from './feature-changes.ts';

export function useFeatureValue(): (feature: Pick<Feature, 'kind' | 'value'>) => string {
  const { copy, formats } = useLanguage();
  const { yes, no } = copy.features;
  return ({ kind, value }) => {
    if (kind === 'text') return value;
    return kind === 'number' ? formats.number(value) : value === 'yes' ? yes : no;
  };
}
