// The type of all sentences of one language, for every module that words something.
import type { english } from './en/window.ts';

export type Copy = typeof english;
