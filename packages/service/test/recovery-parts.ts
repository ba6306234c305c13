// An application with recovery codes, and a user with two-factor sign-in who is signed in.
import { expect } from 'vitest';
import { openSeats } from './seats-parts.ts';
import type { Parameters } from './support/service-client.ts';
import type { TestServiceOptions } from './support/service.ts';

export type Body = Readonly<Record<string, unknown>>;

export const codesOf = (body: Body) => body['codes'] as readonly string[]; // as its schema says

/** A well-formed code that is in no set. */
export const foreignCode = '0000-0000';

export async function openRecovery(options: TestServiceOptions = {}) {
  const seats = await openSeats(9, { totp: true }, options);
  const { ask, clock, send, service, signIn, user } = seats;
  await ask('updatesettings', { recoverycodes: '1' });
  /** Returns an unused one-time code, after moving the clock if necessary. */
  const oneTimeCode = () => {
    clock.now += 30;
    return service.totpCode(user.totpSecret ?? '');
  };
  const { sessionid } = await signIn('desk', { computer: 'Desk', code: oneTimeCode() });
  const request = async (parameters: Parameters): Promise<Body> =>
    (await send({ type: 'newrecoverycodes', sessionid, ...parameters })).body;
  const offer = (more: Parameters = {}) =>
    request({ pass: user.password, code: oneTimeCode(), ...more });
  const confirm = (code: string, more: Parameters = {}) => request({ confirm: code, ...more });
  /** Makes and confirms a set. */
  const make = async () => {
    const codes = codesOf(await offer());
    expect(await confirm(codes[0] ?? '')).toMatchObject({ success: true });
    return codes;
  };
  return { ...seats, oneTimeCode, sessionid, request, offer, confirm, make };
}
