// Removes another computer of the user and signs in on this one in its place, without a second
// one-time code (docs/protocol.md#removing-a-computer).
// SECURITY: the page names only a computer; the ticket stays with the held credentials.
import { type CommandInput } from '../../../shared/contract.ts';
import { fail, type FailureCode, type Result } from '../../../shared/failure.ts';
import { type Action } from '../command-runner.ts';
import { resume } from './resume.ts';
import { applyOutcome, type SignInParts, trySignIn } from './sign-in.ts';

/** Refusals that mean that the shown list is out of date. */
const outdatedCodes: readonly FailureCode[] = [
  'ticket-unknown',
  'computer-unknown',
  'no-resets-left',
];

/**
 * If the failure means that the list is outdated, signs in again, as Retry does. The screen then
 * shows the current list, the next step of the sign-in, or the form.
 */
export async function removeComputer(
  core: SignInParts,
  action: Action,
  { id }: CommandInput<'removeComputer'>,
): Promise<Result<null>> {
  const phase = core.publisher.phase();
  const offered = phase.kind === 'wrong-device' ? (phase.removal?.computers ?? []) : [];
  if (offered.every((computer) => computer.id !== id))
    return fail(core.failures.make({ code: 'out-of-order' }));
  const credentials = core.credentialsHolder.get();
  const ticket = credentials?.ticket ?? null;
  if (credentials === null || ticket === null) {
    const failure = core.failures.make({ code: 'ticket-unknown' });
    await resume(core, action, 'user');
    return fail(failure);
  }
  action.limit();
  const outcome = await trySignIn(core, action, credentials.method, null, {
    step: 'removing-computer',
    send: () => core.serviceSession.request(action, 'removecomputer', { ticket, id }),
  });
  // The computer is removed, but its offline pass still runs: nothing is left to choose here.
  if (outcome.kind !== 'refused' || outcome.failure.code === 'seat-held')
    return applyOutcome(core, action, credentials, outcome);
  if (action.isLive() && outdatedCodes.includes(outcome.failure.code))
    await resume(core, action, 'user');
  return fail(outcome.failure);
}
