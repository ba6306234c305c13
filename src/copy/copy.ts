// The sentences of one language, as everybody who speaks to users is given them.
import type { first } from './en/first.ts';
import type { later } from './en/later.ts';
import type { english } from './en/window.ts';

export type Copy = typeof english;
/** Those of the first screen: they are there before anything is drawn. */
export type FirstCopy = typeof first;
export type LaterCopy = typeof later;
