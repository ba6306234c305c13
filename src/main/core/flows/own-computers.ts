// Lists the computers of the signed-in user, and changes the name of this one.
import { type CommandInput } from '../../../shared/contract.ts';
import { type OwnComputer } from '../../../shared/computers.ts';
import { fail, ok, type Result } from '../../../shared/failure.ts';
import { readComputer, usableComputers } from '@latchkey/client/computers.ts';
import { type Action } from '../command-runner.ts';
import { type ChecksParts } from './checks.ts';
import { requestInSession } from './request-in-session.ts';

type List = readonly OwnComputer[];

export async function readComputers(core: ChecksParts, action: Action): Promise<Result<List>> {
  action.limit();
  const answer = await requestInSession(core, action, () =>
    core.serviceSession.requestSignedIn(action, 'computers', {}),
  );
  if (!answer.ok) return answer;
  const computers = usableComputers(answer.value.computers);
  return ok(computers.map((wire) => ({ ...readComputer(wire), current: wire.current })));
}

/** Also saves the name on this computer, because every sign-in sends it. */
export async function renameComputer(
  core: ChecksParts,
  action: Action,
  { name }: CommandInput<'renameComputer'>,
): Promise<Result<List>> {
  action.step('changing-name');
  const before = await readComputers(core, action);
  if (!before.ok) return before;
  const id = before.value.find(({ current }) => current)?.id;
  if (id === undefined) return fail(core.failures.make({ code: 'computer-unknown' }));
  const answer = await requestInSession(core, action, () =>
    core.serviceSession.requestSignedIn(action, 'renamecomputer', { id, computer: name }),
  );
  if (!answer.ok) return answer;
  core.state.change({ computerName: name });
  return ok(before.value.map((one) => (one.current ? { ...one, name } : one)));
}
