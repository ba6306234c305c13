// Signing in again without a word, with the kept sign-in of the user who is signed in: when their session has ended, and
// when a service tells the dates after a redeem only at a sign-in.
import { type Info } from '@latchkey/protocol/client/common.ts';
import { answersAreBound, isSameUser } from '../session/account.ts';
import { type Action } from '../lanes.ts';
import { credentialsOf, keptOf, type CredentialsAtHandParts } from './credentials-at-hand.ts';
import { type HeldCredentials } from '../session/credentials-holder.ts';
import { type SignInEnd, trySignIn, type SignInParts } from './sign-in.ts';
import { askSignIn } from './sign-in-method.ts';
import { within } from '@latchkey/client/turn.ts';
import { type CoreParts } from '../parts.ts';

export type SigningInAgainParts = CredentialsAtHandParts &
  SignInParts &
  Pick<CoreParts, 'log' | 'signedInAgain' | 'signedInJustNow'>;

/** Two computers that take the session from each other must not do so for ever. */
export const notAgainWithinMs = 10 * 60_000;

export interface SignedInAgain {
  readonly credentials: HeldCredentials;
  readonly end: SignInEnd;
}

/** In a fresh session. null: nothing is kept for that user, or it was done a moment ago. */
export async function signInAgain(
  core: SigningInAgainParts,
  action: Action,
  username: string,
): Promise<SignedInAgain | null> {
  const { clock, signedInAgain } = core;
  const { atMs } = signedInAgain;
  if (atMs !== null && Math.abs(clock.now() - atMs) < notAgainWithinMs) return null;
  const kept = await keptOf(core, action, username);
  const credentials = kept === null ? null : credentialsOf(kept);
  if (credentials === null) return null;
  core.serviceSession.drop();
  const end = await trySignIn(core, action, credentials.method, null);
  if (end.kind === 'granted') signedInAgain.atMs = clock.now();
  return { credentials, end };
}

/**
 * In the session as it is: whatever comes of it, that stays signed in. null: nothing is kept, or the service did not let it
 * pass as it is (a one-time code, a changed password): the next sign-in by the form will tell.
 */
export async function readDatesBySignIn(
  core: SigningInAgainParts,
  action: Action,
  username: string,
): Promise<Info | null> {
  const kept = await keptOf(core, action, username);
  const credentials = kept === null ? null : credentialsOf(kept);
  if (credentials === null) return null;
  const hwid = await within(action, core.device.id());
  if (hwid === null || action.ended() !== null) return null;
  const reply = await askSignIn(core.serviceSession.requestSignedIn, action, credentials.method, {
    hwid,
  });
  if (!reply.ok) {
    core.log.info('dates not read', { code: reply.refusal.facts.code });
    return null;
  }
  const { info } = reply.value;
  if (
    isSameUser(core.lastUser.key ?? username, info.username, answersAreBound(core.config.service))
  )
    return info;
  core.publisher.exchanged({ kind: 'refused' }, core.serviceTime.clockOffsetMs());
  return null;
}
