// Every operation of the client API and what runs it.
import type { ClientType, RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { Call, CallOf } from '../call.ts';
import { chatMessages, sendChatMessage } from '../operations/chat.ts';
import { ban } from '../operations/ban.ts';
import { changeUsername } from '../operations/change-username.ts';
import { check } from '../operations/check.ts';
import { checkBlacklist } from '../operations/check-blacklist.ts';
import { file } from '../operations/file.ts';
import { forgot } from '../operations/forgot.ts';
import { globalVariable } from '../operations/global-variable.ts';
import { init } from '../operations/init.ts';
import { license } from '../operations/license.ts';
import { log } from '../operations/log.ts';
import { login, loginByEmail } from '../operations/login.ts';
import { logout } from '../operations/logout.ts';
import { fetchOnline, fetchStats } from '../operations/online-and-stats.ts';
import { register } from '../operations/register.ts';
import { disableTwoFactor, enableTwoFactor } from '../operations/two-factor.ts';
import { release } from '../operations/release.ts';
import { upgrade } from '../operations/upgrade.ts';
import { setUserVariable, userVariable } from '../operations/user-variable.ts';
import { webhook } from '../operations/webhook.ts';
import type { Outcome } from '../outcome.ts';

export type AnyOperation = (call: Call, request: unknown) => Promise<Outcome>;

export const operations: {
  readonly [Type in ClientType]: (
    call: CallOf<Type>,
    request: RequestOf<Type>,
  ) => Promise<Outcome<Type>>;
} = {
  init,
  login,
  loginEmail: loginByEmail,
  register,
  license,
  forgot,
  upgrade,
  var: globalVariable,
  getvar: userVariable,
  setvar: setUserVariable,
  log,
  chatget: chatMessages,
  chatsend: sendChatMessage,
  fetchOnline,
  fetchStats,
  check,
  logout,
  ban,
  changeUsername,
  checkblacklist: checkBlacklist,
  '2faenable': enableTwoFactor,
  '2fadisable': disableTwoFactor,
  webhook,
  file,
  release,
};
