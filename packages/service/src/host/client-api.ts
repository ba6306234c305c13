// Lists all client API operations, and the feature functions that the dispatcher calls.
import type { ClientApi, ClientOperations } from '../api/client-api.ts';
import { chatMessages, sendChatMessage } from '../features/chat/chat.ts';
import { ban } from '../features/users/ban.ts';
import { changeUsername } from '../features/users/user-renaming.ts';
import { changePassword } from '../features/users/change-password.ts';
import { check } from '../features/sessions/check.ts';
import { checkBlacklist } from '../features/access-lists/blacklist.ts';
import { file } from '../features/files/download.ts';
import { forgot } from '../features/users/forgot.ts';
import {
  globalVariable,
  variableOf,
  setUserVariable,
  userVariable,
} from '../features/variables/variables.ts';
import { init } from '../features/sessions/init.ts';
import { license } from '../features/sessions/license.ts';
import { lostKey } from '../features/shops/lost-key.ts';
import { log } from '../features/logs/log.ts';
import { login, loginByEmail } from '../features/sessions/sign-in.ts';
import { replay, refuseSession } from '../features/sessions/session-checks.ts';
import { readContext } from '../features/sessions/session-context.ts';
import { endOwnSession, ownSessions } from '../features/sessions/own-sessions.ts';
import { logout } from '../features/sessions/sessions.ts';
import { fetchOnline, fetchStats } from '../features/sessions/online-and-stats.ts';
import { register } from '../features/users/registration.ts';
import { trial } from '../features/users/trial.ts';
import { newRecoveryCodes } from '../features/two-factor/new-recovery-codes.ts';
import { disableTwoFactor, enableTwoFactor } from '../features/two-factor/two-factor.ts';
import { computers, renameComputer } from '../features/devices/computers.ts';
import { removeComputer } from '../features/devices/remove-computer.ts';
import { release } from '../features/releases/release-download.ts';
import { upgrade } from '../features/licenses/upgrade.ts';
import { webhook } from '../features/webhooks/webhook.ts';

const operations: ClientOperations = {
  init,
  login,
  loginEmail: loginByEmail,
  register,
  trial,
  license,
  removecomputer: removeComputer,
  computers,
  renamecomputer: renameComputer,
  forgot,
  lostkey: lostKey,
  upgrade,
  var: { run: globalVariable, extraRead: variableOf },
  getvar: userVariable,
  setvar: setUserVariable,
  log,
  chatget: chatMessages,
  chatsend: sendChatMessage,
  fetchOnline,
  fetchStats,
  check: { run: check, extraRead: () => ({ kind: 'entitlements' }) },
  logout: { run: logout, worksWhenStopped: true },
  ban,
  changeUsername,
  changepassword: changePassword,
  checkblacklist: checkBlacklist,
  sessions: ownSessions,
  endsession: endOwnSession,
  '2faenable': enableTwoFactor,
  '2fadisable': disableTwoFactor,
  newrecoverycodes: newRecoveryCodes,
  webhook,
  file,
  release,
};

export const clientApi: ClientApi = { operations, readContext, refuseSession, replay };
