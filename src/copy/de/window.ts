// German: every sentence that the window shows.
import type { Copy } from '../copy.ts';
import { first } from './first.ts';
import { later } from './later.ts';

export const german: Copy = { ...first, ...later };
