// The plans that licenses give, by level.
import { useMemo } from 'react';
import { useAsk } from '../../client/seller.ts';
import { useCopy, useFormats } from '../../copy/language.ts';
import { durationText, planName, plansOf, type Plan } from './license.ts';

const none: readonly Plan[] = [];

export function usePlans() {
  const query = useAsk('fetchallsubs', {});
  const subs = query.data?.subs;
  const plans = useMemo(() => (subs === undefined ? none : plansOf(subs)), [subs]);
  return { query, plans };
}

/** Functions that name plans and durations in the page's language. */
export function useWords() {
  const copy = useCopy();
  const formats = useFormats();
  const { plans } = usePlans();
  return {
    plan: (level: string) => planName(copy, plans, level),
    duration: (seconds: number | string) => durationText(copy, formats, seconds),
  };
}
