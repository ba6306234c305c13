// The type of the window's texts in one language.
import type { english } from './en/window.ts';

export type Copy = typeof english;
