// Asks the service for e-mails: a link for a new password, or the keys of orders. Signs nobody in.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type Action } from '../command-runner.ts';
import { blockedPhaseOf, unknownDevice } from '../session/blocked-phase.ts';
import { type CoreParts } from '../parts.ts';

type MailParts = Pick<CoreParts, 'failures' | 'serviceSession'>;

export async function forgot(
  core: MailParts,
  action: Action,
  wanted: CommandInput<'forgot'>,
): Promise<Result<null>> {
  action.limit();
  action.step('sending-mail');
  const reply = await core.serviceSession.request(action, 'forgot', wanted);
  return resultOf(core, action, reply, wanted.username);
}

/** The service answers the same for every e-mail, and sends only to e-mails of orders. */
export async function lostKey(
  core: MailParts & Pick<CoreParts, 'lastUser'>,
  action: Action,
  wanted: CommandInput<'lostKey'>,
): Promise<Result<null>> {
  action.limit();
  action.step('sending-mail');
  const reply = await core.serviceSession.request(action, 'lostkey', wanted);
  return resultOf(core, action, reply, core.lastUser.name);
}

function resultOf(
  core: MailParts,
  action: Action,
  reply: Reply<unknown>,
  username: string,
): Result<null> {
  if (reply.ok) return ok(null);
  const { facts, sellerText } = reply.refusal;
  const failure = core.failures.make(facts, sellerText);
  const user = { username, ...unknownDevice, lapsed: null };
  const phase = reply.failedOperation === 'init' ? blockedPhaseOf(failure, user) : null;
  if (phase !== null) action.move({ kind: 'blocked', phase });
  return fail(failure);
}
