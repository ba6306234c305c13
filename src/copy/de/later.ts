// German: what no first screen needs, loaded with the screens that follow.
import type { LaterCopy } from '../copy.ts';
import * as accounts from './accounts.ts';
import * as changes from './account-changes.ts';
import * as account from './account.ts';
import * as accountScreen from './account-screen.ts';
import * as chat from './chat.ts';
import * as community from './community.ts';
import * as way from './connection.ts';
import * as delivery from './delivery.ts';
import * as device from './device-changes.ts';
import * as facts from './failure-facts.ts';
import * as failure from './failures.ts';
import * as found from './found.ts';
import * as kept from './kept.ts';
import * as code from './one-time-code.ts';
import * as options from './options.ts';
import * as inside from './ready.ts';
import * as redeem from './redeem.ts';
import * as sendReport from './send-report.ts';
import * as states from './states.ts';
import * as tasks from './tasks.ts';
import * as wishes from './wish.ts';
import * as twoFactor from './two-factor.ts';

export const later: LaterCopy = {
  ...accounts,
  ...changes,
  ...account,
  ...accountScreen,
  ...chat,
  ...community,
  ...way,
  ...delivery,
  ...device,
  ...facts,
  ...failure,
  ...found,
  ...kept,
  ...code,
  ...options,
  ...inside,
  ...redeem,
  ...sendReport,
  ...states,
  ...tasks,
  ...wishes,
  ...twoFactor,
};
