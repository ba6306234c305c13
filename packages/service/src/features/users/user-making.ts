// Users whom a seller makes: which names are refused, and what there is to say of one.
import { isTaken } from '../../database/names.ts';
import { emailHash } from './emails.ts';
import { fail, type SellerChange } from '../../api/seller-call.ts';
import { isUserNameTaken, looksLike } from './look-alikes.ts';
import { hasUnseen } from '../../skeletons.ts';
import { insertUser } from './user-inserting.ts';
import { isDeceptive, refuseUserName } from './user-names.ts';

export function badName(application: SellerChange['application'], username: string, isOld = false) {
  const refusal = refuseUserName(application, username, isOld);
  if (refusal === null) return null;
  return refusal.reason === 'username-too-short'
    ? fail('Username too short, try longer one.')
    : fail('This username is reserved, choose a different one');
}

/** What there is to say of a name that is taken although it would be refused of somebody new; undefined: nothing. */
export async function warningOf(
  { db, application }: SellerChange,
  username: string,
): Promise<string | undefined> {
  const alike = await looksLike(db, application.id, username);
  if (alike !== null) return `The name looks like that of the user "${alike}".`;
  if (hasUnseen(username)) return 'The name contains invisible characters.';
  return isDeceptive(username) ? 'The name looks like a reserved name.' : undefined;
}

/** Its id; null: the name is taken. `isOld`: only by exactly this name, in whatever case. */
export async function makeUser(
  { db, application, now, mailKey }: SellerChange,
  username: string,
  passwordHash: string,
  email: string,
  isOld = false,
): Promise<string | null> {
  const isThere = isOld ? isTaken(db, 'users', application.id, username) : null;
  if (await (isThere ?? isUserNameTaken(db, application.id, username))) return null;
  const user = { username, passwordHash, emailHash: emailHash(mailKey, email), ip: null };
  const made = await insertUser(db, application, user, now);
  return made?.id ?? null;
}
