// The type of all texts of one language.
import type { english } from './en/window.ts';

export type Copy = typeof english;
