// English: every sentence that the window shows. It is the type of all other languages. The window itself loads the two halves.
import { first } from './first.ts';
import { later } from './later.ts';

export const english = { ...first, ...later };
