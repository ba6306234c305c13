// German: every sentence that the window shows.
import type { Copy } from '../copy.ts';
import * as frame from './account.ts';
import * as way from './connection.ts';
import * as facts from './failure-facts.ts';
import * as failure from './failures.ts';
import * as inside from './ready.ts';
import * as redeem from './redeem.ts';
import * as door from './sign-in.ts';
import * as states from './states.ts';
import * as support from './support.ts';
import * as tasks from './tasks.ts';
import * as waiting from './waiting.ts';

/** The language of dates, numbers and plurals. */
const locale = 'de';

export const german: Copy = {
  locale,
  ...frame,
  ...way,
  ...facts,
  ...failure,
  ...inside,
  ...redeem,
  ...door,
  ...states,
  ...support,
  ...tasks,
  ...waiting,
};
