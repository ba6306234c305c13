// Handlers of the account commands, except the sign-in with a password. They refuse features that
// the configuration turns off.
import { type Handlers } from '../../shared/contract.ts';
import { fail, type Failure, type Result } from '../../shared/failure.ts';
import { type SessionCommand } from '../../shared/session-commands.ts';
import { type AccountFeature } from '../../shared/features.ts';
import { changeUsername, type ChangeUsernameParts } from './flows/change-username.ts';
import { forgot, lostKey } from './flows/mail-requests.ts';
import { noteUnsupported } from './flows/unsupported.ts';
import {
  removeSavedSignIn,
  setAutoSignIn,
  signInWithSaved,
  switchAccount,
} from './flows/saved-sign-ins.ts';
import { redeem, type RedeemParts } from './flows/redeem.ts';
import { listRedeemed, removeRedeemed } from './flows/redeemed-keys.ts';
import { register, type RegisterParts } from './flows/register.ts';
import { signIn } from './flows/sign-in.ts';
import { offerTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from './flows/two-factor.ts';
import { type Action } from './command-runner.ts';
import { type CoreParts } from './parts.ts';

export type AccountHandlersParts = RegisterParts &
  RedeemParts &
  ChangeUsernameParts &
  Pick<CoreParts, 'commandRunner' | 'renewal'>;

type SavedSignInCommand =
  | 'signInWithSaved'
  | 'removeSavedSignIn'
  | 'useAnotherAccount'
  | 'setAutoSignIn';
type AccountCommand =
  | 'signInWithKey'
  | 'register'
  | 'redeem'
  | 'listRedeemed'
  | 'removeRedeemed'
  | 'forgot'
  | 'lostKey'
  | 'changeUsername';
type TwoFactorCommand = 'offerTwoFactor' | 'turnOnTwoFactor' | 'turnOffTwoFactor';

/** `scheduleFollowUp`: starts the background work after a change of the account. */
export function createAccountHandlers(
  core: AccountHandlersParts,
  scheduleFollowUp: () => void,
): Pick<Handlers, AccountCommand | SavedSignInCommand | TwoFactorCommand> {
  const refuse = () => fail(core.failures.make({ code: 'out-of-order' }));
  const run: RunFeature = async (name, feature, work) => {
    if (!core.config.accounts[feature]) return refuse();
    const result = await core.commandRunner.run(name, work);
    if (!result.ok) noteUnsupported(core, feature, result.failure);
    return result;
  };
  return {
    ...createSavedSignInHandlers(core),
    ...createTwoFactorHandlers(core, run, scheduleFollowUp),
    listRedeemed: () => listRedeemed(core),
    removeRedeemed: ({ id }) => removeRedeemed(core, id),
    signInWithKey: ({ key, remember }) =>
      run('signInWithKey', 'keySignIn', (action) =>
        signIn(core, action, { kind: 'key', key }, remember),
      ),
    register: async (input) => {
      const work = (action: Action) => register(core, action, input);
      if (input.key !== null) return run('register', 'register', work);
      if (!core.config.accounts.register) return refuse();
      const result = await core.commandRunner.run('register', work);
      // Without trials any more, the service still creates accounts with keys.
      if (!result.ok && result.failure.code === 'type-unknown') core.publisher.trialDays(0);
      return result;
    },
    redeem: async (input) => {
      if (!core.config.accounts.redeem) return refuse();
      const receipt = await core.commandRunner.run('redeem', (action) =>
        redeem(core, action, input),
      );
      // The receipt already reports what was added, so no renewal notice is needed.
      if (receipt.ok) core.renewal.forget();
      if (receipt.ok || isOwnedAlready(receipt.failure)) scheduleFollowUp();
      return receipt;
    },
    forgot: (input) => run('forgot', 'forgot', (action) => forgot(core, action, input)),
    lostKey: (input) => run('lostKey', 'lostKey', (action) => lostKey(core, action, input)),
    changeUsername: (input) =>
      run('changeUsername', 'changeUsername', (action) => changeUsername(core, action, input)),
  };
}

type RunFeature = <Value>(
  name: SessionCommand,
  feature: AccountFeature,
  work: (action: Action) => Promise<Result<Value>>,
) => Promise<Result<Value>>;

function createTwoFactorHandlers(
  core: AccountHandlersParts,
  run: RunFeature,
  scheduleFollowUp: () => void,
): Pick<Handlers, TwoFactorCommand> {
  /** The service lists the change in the account, so the account is read again. */
  const followUp = <Value>(result: Result<Value>): Result<Value> => {
    if (result.ok) scheduleFollowUp();
    return result;
  };
  return {
    offerTwoFactor: () =>
      run('offerTwoFactor', 'twoFactor', (action) => offerTwoFactor(core, action)),
    turnOnTwoFactor: async (input) =>
      followUp(
        await run('turnOnTwoFactor', 'twoFactor', (action) => turnOnTwoFactor(core, action, input)),
      ),
    turnOffTwoFactor: async (input) =>
      followUp(
        await run('turnOffTwoFactor', 'twoFactor', (action) =>
          turnOffTwoFactor(core, action, input),
        ),
      ),
  };
}

function createSavedSignInHandlers(core: AccountHandlersParts): Pick<Handlers, SavedSignInCommand> {
  const { commandRunner } = core;
  return {
    signInWithSaved: ({ id }) =>
      commandRunner.run('signInWithSaved', (action) => signInWithSaved(core, action, id)),
    removeSavedSignIn: ({ id }) =>
      commandRunner.run('removeSavedSignIn', (action) => removeSavedSignIn(core, action, id)),
    useAnotherAccount: () =>
      commandRunner.run('useAnotherAccount', (action) => switchAccount(core, action)),
    setAutoSignIn: ({ on }) =>
      commandRunner.run('setAutoSignIn', (action) => setAutoSignIn(core, action, on)),
  };
}

function isOwnedAlready(failure: Failure): boolean {
  return failure.code === 'key-used' && failure.usedByYou;
}
