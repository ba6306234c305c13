// The requests that users and shops send all day, on a filled service.
import { ownApplication } from '../own-application.ts';
import { freshChallenge } from '../service-client.ts';

type Request = Readonly<Record<string, string>>;
type Measure = (operation: string, run: () => Promise<unknown>) => Promise<void>;

/** The filled keys that are unused and belong to no account. */
const keyOf = (index: number) => `KEY-${4 + index * 20}`;

const device = 'd'.repeat(64);
const pass = 'a good password';

/** Sends each request once. `round` gives the request its own user and keys. */
export async function sendHotOperations(
  url: string,
  round: number,
  measure: Measure,
): Promise<void> {
  const post = async (path: string, request: Request) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      body: new URLSearchParams(request),
    });
    const answer = (await response.json()) as Record<string, unknown>; // both APIs answer objects
    if (answer['success'] !== true)
      throw new Error(`${request['type'] ?? ''} failed: ${String(answer['message'])}`);
    return answer;
  };
  const { name, ownerid, sellerkey } = ownApplication;
  const client = (request: Request) =>
    post('1.3/', { name, ownerid, challenge: freshChallenge(), ...request });
  const seller = (request: Request) => post('seller/', { sellerkey, ...request });
  const username = `hot-${round}`;

  let sessionid = '';
  await measure('init', async () => {
    sessionid = String((await client({ type: 'init', ver: '1.0' }))['sessionid']);
  });
  const user = { sessionid, username, hwid: device };
  const requests: readonly Request[] = [
    { ...user, type: 'register', pass, key: keyOf(3 * round) },
    { ...user, type: 'login', pass },
    { sessionid, type: 'check' },
    { sessionid, type: 'var', varid: 'hot' },
    { sessionid, type: 'upgrade', username, key: keyOf(3 * round + 1) },
    { sessionid, type: 'setvar', var: 'colour', data: 'x' },
    { sessionid, type: 'getvar', var: 'colour' },
    { sessionid, type: 'log', message: 'x' },
    { sessionid, type: 'logout' },
  ];
  for (const request of requests) await measure(request['type'] ?? '', () => client(request));
  const started = await client({ type: 'init', ver: '1.0' });
  const key = { sessionid: String(started['sessionid']), key: keyOf(3 * round + 2) };
  await measure('license', () => client({ ...key, type: 'license', hwid: device }));
  await measure('seller add', () => seller({ type: 'add', expiry: '1', order: `hot-${round}` }));
  await measure('seller info', () => seller({ type: 'info', key: keyOf(3 * round) }));
}
