// `getvar` and `setvar`: variables of the signed-in user (contract 1.7). What the seller made read-only stays as it is.
import type { RequestOf } from '../../shared/wire/client-spec.ts';
import type { SignedInCall } from '../call.ts';
import { refuse, type Outcome } from '../outcome.ts';
import type { Database } from '../database/schema.ts';
import { transact } from '../database/transact.ts';

/** A user's program could otherwise fill the disk, one small variable at a time. */
export const mostUserVariables = 1000;

export async function userVariable(
  { db, user }: SignedInCall,
  { var: name }: RequestOf<'getvar'>,
): Promise<Outcome<'getvar'>> {
  const found = await db
    .selectFrom('userVariables')
    .select('value')
    .where('userId', '=', user.id)
    .where('name', '=', name)
    .executeTakeFirst();
  if (found === undefined) return refuse('user-variable-unknown');
  return {
    ok: true,
    answer: { message: 'Successfully retrieved variable', response: found.value },
  };
}

export async function setUserVariable(
  { db, user }: SignedInCall,
  { var: name, data: value }: RequestOf<'setvar'>,
): Promise<Outcome<'setvar'>> {
  const changed = await db
    .updateTable('userVariables')
    .set({ value })
    .where('userId', '=', user.id)
    .where('name', '=', name)
    .where('readOnly', '=', 0)
    .returning('name')
    .executeTakeFirst();
  const refusal = changed === undefined ? await addVariable(db, user.id, name, value) : null;
  return refusal ?? { ok: true, answer: { message: 'Successfully set variable' } };
}

async function addVariable(db: Database, userId: string, name: string, value: string) {
  return transact(db, async (transaction) => {
    // The user's row first: of two programs that add at once, the second counts what the first has added.
    await transaction
      .updateTable('users')
      .set((eb) => ({ username: eb.ref('username') }))
      .where('id', '=', userId)
      .execute();
    const { count } = await transaction
      .selectFrom('userVariables')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= mostUserVariables) return refuse('variable-not-set');
    // It may have been added, or made read-only, since.
    const set = await transaction
      .insertInto('userVariables')
      .values({ userId, name, value, readOnly: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'name'])
          .doUpdateSet({ value })
          .where('userVariables.readOnly', '=', 0),
      )
      .returning('name')
      .executeTakeFirst();
    return set === undefined ? refuse('variable-read-only') : null;
  });
}
