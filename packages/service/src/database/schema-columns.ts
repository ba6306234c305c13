// What columns of many tables have in common.
import type { Generated } from 'kysely';

export type Flag = 0 | 1;

/** Beside every name: `names.ts` writes it and finds by it, and nothing else does. */
export type Folded<Name extends string> = {
  readonly [Fold in `${Name}Fold`]: string;
} & {
  /** Unique with the fold; null: in an earlier version there was another one that differed in case only. */
  readonly foldGuard: Generated<1 | null>;
};
