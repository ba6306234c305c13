// Parameters that the page leaves to the service, because it does not know a name that is a key.
import { bareKey } from '@latchkey/protocol/typed-text.ts';
import type { ForwardedType } from '@latchkey/protocol/page-api.ts';
import type { SignedInCall } from '../../api/call.ts';

export async function addedFor(
  call: SignedInCall,
  type: ForwardedType,
  values: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, string>>> {
  if (type === 'upgrade') return { username: call.user.username };
  const pass = values.get('pass');
  const takesKey = type === 'newrecoverycodes' || type === '2fadisable';
  return takesKey && pass !== undefined ? { pass: await storedSpelling(call, pass) } : {};
}

/**
 * Returns the password that a typed one means: of an account that is a key, the password is the
 * key's stored spelling, unless the seller has replaced it.
 */
export async function storedSpelling({ db, user }: SignedInCall, typed: string): Promise<string> {
  if (bareKey(typed) !== bareKey(user.username)) return typed;
  const { nameIsKey } = await db
    .selectFrom('users')
    .select('nameIsKey')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  return nameIsKey === 1 ? user.username : typed;
}
