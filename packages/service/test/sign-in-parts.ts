// A helper that signs a user in, for the tests of sign-ins.
import { hwid, type Method, type Wire } from './support/service-client.ts';

export async function login(
  { send, init }: Wire,
  user: { username: string; password: string },
  more: Record<string, string> = {},
  method: Method = 'GET',
) {
  const sessionid = await init();
  const { username, password: pass } = user;
  const answer = await send({ type: 'login', sessionid, username, pass, hwid, ...more }, method);
  return answer.body;
}
