// Every operation of the client API and what runs it.
import type { ClientType, RequestOf } from '../shared/wire/client-spec.ts';
import type { Call, CallOf } from './call.ts';
import { check } from './operations/check.ts';
import { globalVariable } from './operations/global-variable.ts';
import { init } from './operations/init.ts';
import { login } from './operations/login.ts';
import { logout } from './operations/logout.ts';
import { upgrade } from './operations/upgrade.ts';
import { setUserVariable, userVariable } from './operations/user-variable.ts';
import type { Outcome } from './outcome.ts';

export type AnyOperation = (call: Call, request: unknown) => Promise<Outcome>;

export const operations: {
  readonly [Type in ClientType]?: (
    call: CallOf<Type>,
    request: RequestOf<Type>,
  ) => Promise<Outcome<Type>>;
} = {
  init,
  login,
  upgrade,
  var: globalVariable,
  getvar: userVariable,
  setvar: setUserVariable,
  check,
  logout,
};
