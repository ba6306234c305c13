// An application that issues offline passes, and a client that reads them.
import { readOfflinePass } from '@latchkey/client/offline-pass.ts';
import { readPublicKey } from '@latchkey/client/signature.ts';
import { openRemovals } from './removals-parts.ts';
import type { Parameters as Fields } from './support/service-client.ts';

export const hour = 3600;

export async function openOffline({
  offlinehours = '72',
  ...options
}: Parameters<typeof openRemovals>[0] & { readonly offlinehours?: string } = {}) {
  const wire = await openRemovals(options);
  const { ask, send, signInNamed, service } = wire;
  await ask('updatesettings', { offlinehours });
  /** The content of the pass in an answer; null if it is missing or not valid. */
  const passIn = (body: Readonly<Record<string, unknown>>) =>
    typeof body['offline'] === 'string'
      ? readOfflinePass(body['offline'], service.publicKeys.map(readPublicKey), service.app)
      : null;
  /** Signs in and asks for a pass. */
  const signInForPass = async (...[device, more = {}, who]: Parameters<typeof signInNamed>) => {
    const signedIn = await signInNamed(device, { offline: '1', ...more }, who);
    return { ...signedIn, pass: passIn(signedIn.body) };
  };
  const checkForPass = async (sessionid: string, more: Fields = {}) => {
    const { body } = await send({ type: 'check', sessionid, offline: '1', ...more });
    return { body, pass: passIn(body) };
  };
  return { ...wire, passIn, signInForPass, checkForPass };
}
