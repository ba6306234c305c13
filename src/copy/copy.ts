// The types of the window's texts in one language: all, and those that each script loads.
import type * as first from './en/first-texts.ts';
import type * as later from './en/later-texts.ts';
import type { english } from './en/window.ts';

export type Copy = typeof english;
export type FirstCopy = typeof first;
export type LaterCopy = typeof later;
