// Sends requests that seem to come from many IPs. The service trusts this machine as a proxy.
import { hwid, readAnswer, checkAnswer, freshChallenge, type Answer } from './service-client.ts';
import type { TestService } from './service.ts';

/** Options for `openWire` and `startTestService`. */
export const behindProxy = { trustedProxies: ['127.0.0.1'] } as const;

export type SendFrom = (
  address: string,
  parameters: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** Returns a function that sends by GET with name and ownerid, and checks the signature. */
export function sendFrom(service: TestService): SendFrom {
  return async (address, parameters) => {
    const challenge = freshChallenge();
    const { name, ownerid } = service.app;
    const query = new URLSearchParams({ name, ownerid, challenge, ...parameters }).toString();
    const response = await fetch(`${service.url}/api/1.3/?${query}`, {
      headers: { 'x-forwarded-for': address },
    });
    return checkAnswer(service, await readAnswer(response), challenge);
  };
}

export type SignInFrom = (
  address: string,
  username: string,
  pass: string,
  more?: Readonly<Record<string, string>>,
) => Promise<Answer>;

/** All sign-ins share one session, so that none needs an `init`. */
export async function signInFrom(service: TestService): Promise<SignInFrom> {
  const send = sendFrom(service);
  const { body } = await send('203.0.113.254', { type: 'init' });
  const sessionid = String(body['sessionid']);
  return (address, username, pass, more = {}) =>
    send(address, { type: 'login', sessionid, username, pass, hwid, ...more });
}
