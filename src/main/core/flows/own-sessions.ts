// Lists where the user is signed in, and ends other sessions of the user.
import { type CommandInput } from '../../../shared/contract.ts';
import { type OwnSession } from '../../../shared/computers.ts';
import { ok, type Result } from '../../../shared/failure.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { isUsableHandle } from '@latchkey/client/computers.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { toMs } from '@latchkey/client/wire-time.ts';
import { type Action } from '../command-runner.ts';
import { type ChecksParts } from './checks.ts';
import { requestInSession } from './request-in-session.ts';

type List = readonly OwnSession[];
type WireSession = SuccessOf<'sessions'>['sessions'][number];

/** The maximum that our service lists. */
const maxSessions = 100;

export async function readSessions(core: ChecksParts, action: Action): Promise<Result<List>> {
  action.limit();
  const answer = await requestInSession(core, action, () =>
    core.serviceSession.requestSignedIn(action, 'sessions', {}),
  );
  if (!answer.ok) return answer;
  return ok(answer.value.sessions.filter(isUsableHandle).slice(0, maxSessions).map(readSession));
}

/** Ending twice has the same effect, so a session that is already gone is not a failure. */
export async function endSessions(
  core: ChecksParts,
  action: Action,
  { id }: CommandInput<'endSessions'>,
): Promise<Result<List>> {
  action.limit();
  action.step('sending-request');
  const answer = await requestInSession(core, action, () =>
    core.serviceSession.requestSignedIn(action, 'endsession', id === null ? { all: '1' } : { id }),
  );
  if (!answer.ok && answer.failure.code !== 'session-unknown') return answer;
  return readSessions(core, action);
}

function readSession({
  id,
  computer,
  system,
  version,
  since,
  lastSeen,
  current,
}: WireSession): OwnSession {
  return {
    id,
    computer: cleanName(computer),
    system: cleanName(system),
    version: cleanName(version),
    since: toMs(since),
    lastSeenAt: toMs(lastSeen),
    current,
  };
}
