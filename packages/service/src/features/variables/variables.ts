// `getvar` and `setvar` for variables of the signed-in user (docs/protocol.md#variables), and `var`
// for global ones. Programs cannot change read-only variables.
import type { RequestOf } from '@latchkey/protocol/client-spec.ts';
import {
  type SignedInCall,
  type ExtraRead,
  refuseUnlessSignedIn,
  type SessionCall,
} from '../../api/call.ts';
import { refuse, type Outcome, type Refusal } from '../../outcome.ts';
import { isNamed, isTaken, withFold, typedName } from '../../database/names.ts';
import type { Database, Transaction } from '../../database/schema.ts';
import { shortText } from '@latchkey/protocol/primitives.ts';

/** Limits the disk space that a user's program can fill with small variables. */
export const maxUserVariables = 1000;

export async function userVariable(
  { db, user }: SignedInCall,
  { var: name }: RequestOf<'getvar'>,
): Promise<Outcome<'getvar'>> {
  const response = await valueOf(db, user.id, name);
  if (response === undefined) return refuse('user-variable-unknown');
  return { ok: true, answer: { message: 'Successfully retrieved variable', response } };
}

export async function setUserVariable(
  call: SignedInCall,
  { var: name, data: value }: RequestOf<'setvar'>,
): Promise<Outcome<'setvar'>> {
  return call.idempotency.transact(call, async ({ db, user }): Promise<Outcome<'setvar'>> => {
    const refusal = (await changeVariable(db, user.id, name, value))
      ? null
      : await addVariable(db, user.id, name, value);
    return refusal ?? { ok: true, answer: { message: 'Successfully set variable' } };
  });
}

async function valueOf(db: Database, userId: string, name: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('userVariables')
    .select('value')
    .where('userId', '=', userId)
    .where(isNamed('userVariables', typedName(name)))
    .executeTakeFirst();
  return found?.value;
}

async function changeVariable(
  db: Transaction,
  userId: string,
  name: string,
  value: string,
): Promise<boolean> {
  const changed = await db
    .updateTable('userVariables')
    .set({ value })
    .where('userId', '=', userId)
    .where(isNamed('userVariables', typedName(name)))
    .where('readOnly', '=', 0)
    .returning('name')
    .executeTakeFirst();
  return changed !== undefined;
}

async function addVariable(
  transaction: Transaction,
  userId: string,
  name: string,
  value: string,
): Promise<Refusal | null> {
  // Locks the user, so that the second of two programs counts the variable that the first added.
  await transaction
    .updateTable('users')
    .set((eb) => ({ username: eb.ref('username') }))
    .where('id', '=', userId)
    .execute();
  if (await isTaken(transaction, 'userVariables', userId, name)) {
    // The variable was added meanwhile, is read-only, or is one of several that match.
    if (await changeVariable(transaction, userId, name, value)) return null;
    const exists = (await valueOf(transaction, userId, name)) !== undefined;
    return refuse(exists ? 'variable-read-only' : 'variable-not-set');
  }
  const { count } = await transaction
    .selectFrom('userVariables')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  if (count >= maxUserVariables) return refuse('variable-not-set');
  // The seller may concurrently add the variable or make it read-only.
  const written = await transaction
    .insertInto('userVariables')
    .values({ userId, ...withFold('name', name), value, readOnly: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'nameFold'])
        .doUpdateSet({ value })
        .where('userVariables.readOnly', '=', 0),
    )
    .returning('name')
    .executeTakeFirst();
  return written === undefined ? refuse('variable-read-only') : null;
}

/** Runs no query: the variable was read with the session, because programs read variables often. */
export function globalVariable(call: SessionCall): Promise<Outcome<'var'>> {
  const { variable } = call;
  return Promise.resolve(
    (variable?.authed === 1 ? refuseUnlessSignedIn(call) : null) ??
      (variable === null
        ? refuse('variable-unknown')
        : { ok: true, answer: { message: variable.value } }),
  );
}

/** Makes the first statement of a request read the variable with the session. */
export function variableOf(values: ReadonlyMap<string, string>): ExtraRead | null {
  const varid = shortText.safeParse(values.get('varid')).data;
  return varid === undefined ? null : { kind: 'variable', varid };
}
