// Defines types of columns that many tables share.

export type Flag = 0 | 1;

/** The fold beside every name, unique in the name's scope. Only `names.ts` writes and searches it. */
export type Folded<Name extends string> = {
  readonly [Fold in `${Name}Fold`]: string;
};
