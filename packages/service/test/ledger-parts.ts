// A service with shortcuts to register users, to redeem keys and to read grants.
import { expect } from 'vitest';
import { sellerOf } from './support/seller-client.ts';
import { hwid, openWire } from './support/service-client.ts';

export const start = 1_800_000_000;
export const day = 86_400;

export interface Grant {
  readonly source: string;
  readonly key: string | null;
  readonly given: number;
  readonly left: number;
  readonly revoked: string | null;
  readonly revokedby: string | null;
}

export async function open(interleave = false) {
  const clock = { now: start };
  const wire = await openWire({ now: () => clock.now * 1000, interleave });
  const { service, send, init } = wire;
  const ask = sellerOf(service);
  const must = async (type: string, parameters: Record<string, string> = {}) => {
    const answer = await ask(type, parameters);
    expect(answer, type).toMatchObject({ success: true });
    return answer.body;
  };
  const users: { username: string; password: string }[] = [];
  /** Creates a user with a first key, as a program does. */
  const register = async (username: string, key: string) => {
    const password = `pass of ${username}`;
    const sessionid = await init();
    const request = { type: 'register', sessionid, username, pass: password, key, hwid };
    expect((await send(request)).body).toMatchObject({ success: true });
    users.push({ username, password });
    return sessionid;
  };
  const redeem = async (username: string, key: string) => {
    const { body } = await send({ type: 'upgrade', sessionid: await init(), username, key });
    expect(body).toMatchObject({ success: true });
  };
  /** Days left at a sign-in, for each subscription, or the reason of its refusal. */
  const seen = async (username: string) => {
    const sessionid = await init();
    const pass = `pass of ${username}`;
    const { body } = await send({ type: 'login', sessionid, username, pass, hwid });
    if (body['success'] !== true) return body['reason'];
    const { subscriptions } = body['info'] as { subscriptions: { timeleft: number }[] }; // as its schema says
    return subscriptions.map(({ timeleft }) => timeleft / day);
  };
  const check = async (sessionid: string) => {
    const { body } = await send({ type: 'check', sessionid });
    return body['success'] === true ? 'signed in' : body['reason'];
  };
  const grants = async (user: string) => {
    const subs = (await must('usergrants', { user }))['subs'] as {
      subscription: string;
      grants: Grant[];
    }[]; // as its schema says
    return Object.fromEntries(subs.map(({ subscription, grants: list }) => [subscription, list]));
  };
  const key = (days: number, level = '1') => service.addLicense({ days, level });
  return { ...wire, clock, ask, must, register, redeem, seen, check, grants, key };
}
