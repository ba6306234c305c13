// Which names a user may have beside what the wire allows. Whether a name is taken is decided by the database alone.
import { fold } from '@latchkey/protocol/fold.ts';
import { refuse, type Refusal } from '../../outcome.ts';
import type { ApplicationRow } from '../../database/schema.ts';
import { hasUnseen, isAscii, skeletonOf } from '../../skeletons.ts';

/** `all` stands for every user in the seller API; the others are what programs print where there is no name. */
const reserved = new Set(['all', 'everyone', 'nobody', 'none', 'null', 'undefined']);
const looksReserved = new Set([...reserved].map(skeletonOf));

/** Not the very name of somebody, but what a person would take for it, or cannot see. */
export function isDeceptive(username: string): boolean {
  return hasUnseen(username) || (!isAscii(username) && looksReserved.has(skeletonOf(username)));
}

/** `isOld`: whoever has it brings it from elsewhere; what only looks wrong is told then, not refused (contract 0.22). */
export function refuseUserName(
  { minUsernameLength }: ApplicationRow,
  username: string,
  isOld = false,
): Refusal | null {
  if (username.length < minUsernameLength) return refuse('username-too-short');
  if (reserved.has(fold(username))) return refuse('username-reserved');
  return isDeceptive(username) && !isOld ? refuse('username-reserved') : null;
}
