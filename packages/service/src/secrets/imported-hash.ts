// Password hashes that a seller brings from another server: which are taken, and within which bounds.
// SECURITY: whoever signs in makes the service compute them, so one that costs more than a few of our own is refused.
import { isBcrypt } from './bcrypt.ts';

/** KiB of memory and passes of one verification, and both together. */
const most = { memory: 65_536, passes: 10, work: 262_144 };

const argon2Form =
  /^\$argon2id\$v=19\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]?),p=([1-9][0-9]?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** One step more doubles the work of each sign-in: at 12 it is a quarter of a second. */
const mostBcryptCost = 12;

/** null: it is not taken. `bcrypt` ones are replaced by our own kind at the user's next sign-in. */
export function importedHashKind(hash: string): 'argon2id' | 'bcrypt' | null {
  if (isBcrypt(hash)) return Number(hash.slice(4, 6)) <= mostBcryptCost ? 'bcrypt' : null;
  const argon2 = argon2Form.exec(hash);
  if (argon2 === null) return null;
  const [memory = 0, passes = 0, lanes = 0] = argon2.slice(1, 4).map(Number);
  const salt = argon2[4] ?? '';
  const digest = argon2[5] ?? '';
  const fits =
    memory >= 8 * lanes &&
    memory <= most.memory &&
    passes <= most.passes &&
    memory * passes <= most.work &&
    [salt, digest].every((text) => text.length % 4 !== 1);
  return fits ? 'argon2id' : null;
}
