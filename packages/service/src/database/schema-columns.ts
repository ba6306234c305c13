// Defines types of columns that many tables share.
import type { Generated } from 'kysely';

export type Flag = 0 | 1;

/** The fold beside every name. Only `names.ts` writes it and searches by it. */
export type Folded<Name extends string> = {
  readonly [Fold in `${Name}Fold`]: string;
} & {
  /** Unique with the fold; null for old names that differ from another one in case only. */
  readonly foldGuard: Generated<1 | null>;
};
