// Which names a user may have beside what the wire allows. Whether a name is taken is decided by the database alone.
import { fold } from '../../shared/fold.ts';
import { refuse, type Refusal } from '../outcome.ts';
import type { ApplicationRow } from '../database/schema.ts';
import { hasUnseen, isAscii, skeletonOf } from './look-alikes.ts';

/** `all` stands for every user in the seller API; the others are what programs print where there is no name. */
const reserved = new Set(['all', 'everyone', 'nobody', 'none', 'null', 'undefined']);
const looksReserved = new Set([...reserved].map(skeletonOf));

function isReservedName(username: string): boolean {
  if (reserved.has(fold(username))) return true;
  return !isAscii(username) && looksReserved.has(skeletonOf(username));
}

export function refuseUserName(
  { minUsernameLength }: ApplicationRow,
  username: string,
): Refusal | null {
  if (username.length < minUsernameLength) return refuse('username-too-short');
  return isReservedName(username) || hasUnseen(username) ? refuse('username-reserved') : null;
}
