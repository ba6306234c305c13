// Makes new recovery codes for the signed-in user (docs/protocol.md#recovery-codes), and saves or
// prints those that the page shows.
// SECURITY: the codes leave this process only in a Result, and as the file that the user chooses.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { accountIn, userOf } from '../../../shared/phases.ts';
import { type RecoveryCodes } from '../../../shared/recovery-codes.ts';
import { readCount } from '@latchkey/client/computers.ts';
import { readRecoveryCodes } from '@latchkey/client/recovery.ts';
import { recoveryCodeCount } from '@latchkey/protocol/limits.ts';
import { type Action } from '../command-runner.ts';
import { type CoreParts } from '../parts.ts';
import { type View } from '../ports.ts';
import { type ChecksParts } from './checks.ts';
import { requestInSession } from './request-in-session.ts';

export async function offerRecoveryCodes(
  core: ChecksParts,
  action: Action,
  { password, code }: CommandInput<'offerRecoveryCodes'>,
): Promise<Result<RecoveryCodes>> {
  // For a sign-in with only a key, the key is the password.
  const pass = core.lastUser.key ?? password;
  if (pass === null) return fail(core.failures.make({ code: 'out-of-order' }));
  action.limit();
  action.step('creating-recovery-codes');
  const send = () =>
    core.serviceSession.requestSignedIn(action, 'newrecoverycodes', { pass, code });
  const answer = await requestInSession(core, action, send, code);
  if (!answer.ok) return answer;
  const codes = readRecoveryCodes(answer.value.codes);
  return codes === null ? fail(core.failures.make({ code: 'bad-reply' })) : ok(codes);
}

export async function confirmRecoveryCodes(
  core: ChecksParts,
  action: Action,
  { code: confirm }: CommandInput<'confirmRecoveryCodes'>,
): Promise<Result<null>> {
  action.limit();
  action.step('checking-code');
  const send = () => core.serviceSession.requestSignedIn(action, 'newrecoverycodes', { confirm });
  const answer = await requestInSession(core, action, send, confirm);
  if (!answer.ok) return answer;
  const account = accountIn(core.publisher.phase());
  const recoveryCodes = readCount(answer.value.recovery?.left ?? recoveryCodeCount);
  if (account !== null)
    action.move({ kind: 'account-refreshed', account: { ...account, recoveryCodes } });
  return ok(null);
}

export async function saveRecoveryCodes(
  core: Pick<CoreParts, 'config' | 'failures' | 'publisher'>,
  view: Pick<View, 'saveRecoveryCodes'>,
  { codes }: CommandInput<'saveRecoveryCodes'>,
): Promise<Result<boolean>> {
  const username = userOf(core.publisher.phase()) ?? '';
  const end = await view.saveRecoveryCodes({ brand: core.config.brand.name, username, codes });
  return end === 'failed'
    ? fail(core.failures.make({ code: 'file-not-saved' }))
    : ok(end === 'saved');
}

export async function printRecoveryCodes(
  { failures }: Pick<CoreParts, 'failures'>,
  view: Pick<View, 'printPage'>,
): Promise<Result<null>> {
  return (await view.printPage()) ? ok(null) : fail(failures.make({ code: 'not-printed' }));
}
