// `computers` and `renamecomputer`: list and name the computers of the signed-in user
// (docs/protocol.md#removing-a-computer).
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import type { SignedInCall } from '../../api/call.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import { boundDevices } from './devices.ts';
import { allowsRemovals, computerIdOf, computersList } from './removals.ts';

export async function computers(call: SignedInCall): Promise<Outcome<'computers'>> {
  const { db, application, user, session, secret } = call;
  if (!allowsRemovals(application)) return refuse('type-unknown');
  const here = await db
    .selectFrom('sessions')
    .select('hwid')
    .where('idHash', '=', session.idHash)
    .executeTakeFirst();
  const bound = await boundDevices(db, user.id);
  const currentId = computerIdOf(secret, user.id, here?.hwid ?? '');
  const list = computersList(secret, user.id, bound).map((computer) => ({
    ...computer,
    current: computer.id === currentId,
  }));
  return { ok: true, answer: { message: 'Successfully fetched computers.', computers: list } };
}

export async function renameComputer(
  call: SignedInCall,
  { id, computer: name }: RequestOf<'renamecomputer'>,
): Promise<Outcome<'renamecomputer'>> {
  const { application, user, secret } = call;
  if (!allowsRemovals(application)) return refuse('type-unknown');
  return call.idempotency.transact(call, async ({ db }): Promise<Outcome<'renamecomputer'>> => {
    const bound = await boundDevices(db, user.id);
    const renamed = bound.find(({ hwid }) => computerIdOf(secret, user.id, hwid) === id);
    if (renamed === undefined) return refuse('computer-unknown');
    await db
      .updateTable('devices')
      .set({ name })
      .where('userId', '=', user.id)
      .where('hwid', '=', renamed.hwid)
      .execute();
    return { ok: true, answer: { message: 'Successfully renamed computer.' } };
  });
}
