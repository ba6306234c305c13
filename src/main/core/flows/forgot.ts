// Asks the service to e-mail a link for a new password. Signs nobody in.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { type Action } from '../command-runner.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { type CoreParts } from '../parts.ts';

export async function forgot(
  core: Pick<CoreParts, 'failures' | 'serviceSession'>,
  action: Action,
  wanted: CommandInput<'forgot'>,
): Promise<Result<null>> {
  action.limit();
  action.step('sending-mail');
  const reply = await core.serviceSession.request(action, 'forgot', wanted);
  if (reply.ok) return ok(null);
  const { facts, sellerText } = reply.refusal;
  const failure = core.failures.make(facts, sellerText);
  const user = { username: wanted.username, ...unknownDevice, lapsed: null };
  const phase = reply.failedOperation === 'init' ? blockedPhaseOf(failure, user) : null;
  if (phase !== null) action.move({ kind: 'blocked', phase });
  return fail(failure);
}
