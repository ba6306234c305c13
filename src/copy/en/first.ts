// English: what the first screen needs, loaded before it is drawn. Whatever is not on it belongs into later.ts.
import * as rules from './field-rules.ts';
import * as frame from './frame.ts';
import * as door from './sign-in.ts';
import * as support from './support.ts';
import * as waiting from './waiting.ts';

/** The language of dates, numbers and plurals. */
const locale: string = 'en-GB';

export const first = {
  locale,
  ...rules,
  ...frame,
  ...door,
  ...support,
  ...waiting,
};
