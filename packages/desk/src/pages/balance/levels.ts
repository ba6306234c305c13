// Levels in words, with the plans that their keys give.
import { useAsk } from '../../client/seller.ts';
import { useCopy } from '../../copy/language.ts';
import { useApplication, useMay } from '../../session/application.ts';

export interface Levels {
  /** The levels of all plans, lowest first. */
  readonly known: readonly string[];
  /** "Level 1 · Pro". Without a right to see plans: "Level 1". */
  readonly text: (level: string) => string;
}

/** Resellers do not see plans. */
export function useLevels(): Levels {
  const { team } = useCopy();
  const { role } = useApplication();
  const maySee = useMay('look-up') && role !== 'reseller';
  const plans = useAsk('fetchallsubs', {}, { enabled: maySee }).data?.subs ?? [];
  const known = [...new Set(plans.map(({ level }) => level))];
  return {
    known: sortLevels(known),
    text: (level) => {
      const names = plans.filter((plan) => plan.level === level).map(({ name }) => name);
      return team.level(level, names.join(', '));
    },
  };
}

export function sortLevels(levels: Iterable<string>): readonly string[] {
  return [...new Set(levels)].sort((a, b) => Number(a) - Number(b));
}
