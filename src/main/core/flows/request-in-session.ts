// Sends a request of the signed-in user. If the session has ended, signs in again if possible and
// retries once.
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { type Action } from '../command-runner.ts';
import { countBadCode } from './bad-codes.ts';
import { handleFailure, type ChecksParts } from './checks.ts';

/** `code`: the code in the request, if it has one. */
export async function requestInSession<Value>(
  core: ChecksParts,
  action: Action,
  send: () => Promise<Reply<Value>>,
  code: string | null = null,
): Promise<Result<Value>> {
  for (let isRetry = false; ; isRetry = true) {
    const reply = await send();
    if (reply.ok) return ok(reply.value);
    const { facts, sellerText, lapsed } = reply.refusal;
    const failure = core.failures.make(countBadCode(core, facts, code), sellerText);
    if (isRetry || !action.isLive()) return fail(failure);
    const result = await handleFailure(core, action, failure, lapsed);
    if (result.kind !== 'valid') return fail(failure);
  }
}
