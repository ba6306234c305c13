// All German texts of the window.
import type { Copy } from '../copy.ts';
import * as account from './account.ts';
import * as changes from './account-changes.ts';
import * as accountScreen from './account-screen.ts';
import * as accounts from './accounts.ts';
import * as chat from './chat.ts';
import * as community from './community.ts';
import * as computers from './computers.ts';
import * as connection from './connection.ts';
import * as delivery from './delivery.ts';
import * as device from './device-changes.ts';
import * as facts from './failure-facts.ts';
import * as failure from './failures.ts';
import * as rules from './field-rules.ts';
import * as checkResults from './check-results.ts';
import * as frame from './frame.ts';
import * as savedSignIns from './saved-sign-ins.ts';
import * as code from './one-time-code.ts';
import * as options from './options.ts';
import * as ready from './ready.ts';
import * as recoveryCodes from './recovery-codes.ts';
import * as redeem from './redeem.ts';
import * as sendReport from './send-report.ts';
import * as settings from './settings.ts';
import * as signIn from './sign-in.ts';
import * as states from './states.ts';
import * as support from './support.ts';
import * as tasks from './tasks.ts';
import * as twoFactor from './two-factor.ts';
import * as waiting from './waiting.ts';
import * as deepLink from './deep-link.ts';

/** The locale for dates, numbers and plurals. */
const locale = 'de';

export const german: Copy = {
  locale,
  ...account,
  ...changes,
  ...accountScreen,
  ...accounts,
  ...chat,
  ...community,
  ...computers,
  ...connection,
  ...delivery,
  ...device,
  ...facts,
  ...failure,
  ...rules,
  ...checkResults,
  ...frame,
  ...savedSignIns,
  ...code,
  ...options,
  ...ready,
  ...recoveryCodes,
  ...redeem,
  ...sendReport,
  ...settings,
  ...signIn,
  ...states,
  ...support,
  ...tasks,
  ...twoFactor,
  ...waiting,
  ...deepLink,
};
