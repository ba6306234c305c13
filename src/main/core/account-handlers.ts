// The commands for whoever has a key or an account to see to. What the configuration turned off is refused here too.
import { type Handlers } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/failure.ts';
import { type SessionCommand } from '../../shared/phases.ts';
import { type AccountWay } from '../../shared/session.ts';
import { changeUsername, type ChangeUsernameParts } from './flows/change-username.ts';
import { forgot } from './flows/forgot.ts';
import { noteLacking } from './flows/lacking.ts';
import { register, type RegisterParts } from './flows/register.ts';
import { signIn } from './flows/signing-in.ts';
import { type Action } from './lanes.ts';
import { type CoreParts } from './parts.ts';

export type AccountHandlersParts = RegisterParts & ChangeUsernameParts & Pick<CoreParts, 'lanes'>;

type AccountCommand = 'signInWithKey' | 'register' | 'forgot' | 'changeUsername';

export function createAccountHandlers(core: AccountHandlersParts): Pick<Handlers, AccountCommand> {
  const run = async (
    name: SessionCommand,
    way: AccountWay,
    work: (action: Action) => Promise<Result<null>>,
  ): Promise<Result<null>> => {
    if (!core.config.accounts[way]) return fail(core.failures.make({ code: 'out-of-order' }));
    const result = await core.lanes.session(name, work);
    if (!result.ok) noteLacking(core, way, result.failure);
    return result;
  };
  return {
    signInWithKey: ({ key, remember }) =>
      run('signInWithKey', 'keySignIn', (action) =>
        signIn(core, action, { kind: 'key', key }, remember),
      ),
    register: (input) => run('register', 'register', (action) => register(core, action, input)),
    forgot: (input) => run('forgot', 'forgot', (action) => forgot(core, action, input)),
    changeUsername: (input) =>
      run('changeUsername', 'changeUsername', (action) => changeUsername(core, action, input)),
  };
}
