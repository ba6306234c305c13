// The sentences of one language, as everybody who speaks to users is given them.
import type { english } from './en/window.ts';

export type Copy = typeof english;
