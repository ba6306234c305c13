// Requests to a program on the user's computer (docs/web-loader.md).
import { programOrigin, programTokenSeconds } from '@latchkey/protocol/web-loader.ts';
import { RequestFailed } from '@latchkey/web/failure.ts';

/** The status with which programs accept a sign-in. */
const accepted = 420;
const maxReason = 120;

/**
 * Asks whether a program listens, and so asks the browser for its permission, before there is a token
 * that could expire meanwhile. Programs answer only their own paths, so none notices.
 */
export function findProgram(): Promise<void> {
  return send('', 'no-cors').then(() => undefined);
}

/** Gives the program its sign-in. `user` and `token` have only characters that a URL may have. */
export async function handOver(user: string, token: string): Promise<void> {
  const { status, statusText } = await send(`handshake?user=${user}&token=${token}`, 'cors');
  if (status === accepted) return;
  throw failed('program-refused', { reason: statusText.slice(0, maxReason) });
}

/** Programs may leave out the header with which the page could read the answer. */
export function pressButton(value: string): Promise<void> {
  return send(encodeURIComponent(value), 'no-cors').then(() => undefined);
}

async function send(path: string, mode: RequestMode): Promise<Response> {
  try {
    return await fetch(`${programOrigin}/${path}`, {
      mode,
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(programTokenSeconds * 1000),
    });
  } catch {
    throw failed((await isForbidden()) ? 'program-forbidden' : 'program-silent');
  }
}

/** Whether the user has refused the permission. False where the browser has none. */
async function isForbidden(): Promise<boolean> {
  try {
    // Not in the list of names that TypeScript knows.
    const name = 'local-network-access' as PermissionName;
    return (await navigator.permissions.query({ name })).state === 'denied';
  } catch {
    return false;
  }
}

function failed(code: string, facts: RequestFailed['failure']['facts'] = {}): RequestFailed {
  return new RequestFailed({ code, message: '', retryAfter: null, facts });
}
