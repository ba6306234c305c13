// German: what the first screen needs, loaded before it is drawn. Whatever is not on it belongs into later.ts.
import type { FirstCopy } from '../copy.ts';
import * as rules from './field-rules.ts';
import * as frame from './frame.ts';
import * as door from './sign-in.ts';
import * as support from './support.ts';
import * as waiting from './waiting.ts';

/** The language of dates, numbers and plurals. */
const locale = 'de';

export const first: FirstCopy = {
  locale,
  ...rules,
  ...frame,
  ...door,
  ...support,
  ...waiting,
};
