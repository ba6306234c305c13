// The type of the desk's texts in one language.
import type { english } from './en/desk.ts';

export type Copy = typeof english;
