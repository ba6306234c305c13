// The German texts of the window.
import type { Copy } from '../copy.ts';
import * as all from './all.ts';

export const german: Copy = all;
