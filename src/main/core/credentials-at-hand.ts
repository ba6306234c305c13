// Which credentials a sign-in without the form can use: those that are held, else those that are kept for the same user.
import { type Action } from './actions.ts';
import { type HeldCredentials } from './credentials-holder.ts';
import { within } from './turn.ts';
import { type Workings } from './workings.ts';

/** Held ones, else kept ones, which are held from then on. The time limit begins afterwards: a key store may ask the user first. */
export async function heldOrKept(core: Workings, action: Action): Promise<HeldCredentials | null> {
  const held = core.held.get();
  const kept = held === null ? await keptFor(core, action, core.lastUser.name) : null;
  action.limit();
  if (held !== null || kept === null || !action.live()) return held;
  core.lastUser.name = kept.username;
  core.held.hold(kept);
  return kept;
}

/** The kept sign-in, if it is that user's; an empty name: whoever's it is. */
export async function keptFor(
  core: Workings,
  action: Action,
  username: string,
): Promise<HeldCredentials | null> {
  const kept = await within(action, core.remembered.load());
  if (kept === null || typeof kept === 'string') return null;
  const plain = (name: string): string => name.trim().normalize('NFC').toLowerCase();
  if (username !== '' && plain(kept.username) !== plain(username)) return null;
  return { ...kept, remember: false, origin: 'key-store', proven: true };
}
