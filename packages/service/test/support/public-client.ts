// Sends requests byte for byte as public clients and shops do, in every supported format.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { sellerOf } from './seller-client.ts';
import { checkAnswer, hwid, readAnswer, wireTo, type Answer } from './service-client.ts';
import { startTestService, type TestService } from './service.ts';

export const formats = ['GET', 'urlencoded', 'multipart', 'JSON'] as const;
export type RequestFormat = (typeof formats)[number];
export type Api = 'client' | 'seller';

/** Opens a service whose requests from this machine are exempt from the request limit. */
export async function openPublic() {
  const service = await startTestService();
  await sellerOf(service)('addWhite', { ip: '127.0.0.1' });
  return service;
}

/** `raw` is percent-encoded, as in a query. */
export async function sendRaw(service: TestService, api: Api, format: RequestFormat, raw: string) {
  const answer = await readAnswer(await fetchRaw(service, api, format, raw));
  return api === 'client' ? checkAnswer(service, answer) : answer;
}

export function fetchRaw(
  service: TestService,
  api: Api,
  format: RequestFormat,
  raw: string,
): Promise<Response> {
  const { name, ownerid, sellerkey } = service.app;
  const common =
    api === 'client'
      ? `name=${encodeURIComponent(name)}&ownerid=${ownerid}`
      : `sellerkey=${sellerkey}`;
  const url = addressOf(service, api);
  const all = `${common}&${raw}`;
  if (format === 'GET') return fetch(`${url}?${all}`);
  const pairs = [...new URLSearchParams(all)];
  if (format === 'multipart') {
    const body = new FormData();
    for (const [one, value] of pairs) body.append(one, value);
    return fetch(url, { method: 'POST', body });
  }
  const isJson = format === 'JSON';
  return fetch(url, {
    method: 'POST',
    body: isJson ? JSON.stringify(Object.fromEntries(pairs)) : all,
    headers: {
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
  });
}

export function addressOf({ url }: TestService, api: Api): string {
  return api === 'client' ? `${url}/api/1.3/` : `${url}/api/seller/`;
}

/** Adds a new user. Returns helpers to sign the user in from `hwid` and to check effects. */
export async function openTestClient(service: TestService) {
  const wire = wireTo(service);
  const mark = randomBytes(4).toString('hex');
  const user = await service.addUser({ username: `one-${mark}`, password: ` pass ${mark} ` });
  const sessionid = await wire.init();
  const { database } = service;
  return {
    service,
    mark,
    user,
    /** The session is not signed in before `signIn`. */
    sessionid,
    hwid,
    key: () => service.addLicense({ days: 30 }),
    ask: sellerOf(service),
    signIn: async () => {
      const { username } = user;
      const { body } = await wire.send({
        type: 'login',
        sessionid,
        username,
        pass: user.password,
        hwid,
      });
      expect(body).toMatchObject({ success: true });
      return body;
    },
    send: wire.send,
    devices: async () => {
      const rows = await database
        .selectFrom('devices')
        .innerJoin('users', 'users.id', 'devices.userId')
        .select('devices.hwid')
        .where('username', '=', user.username)
        .execute();
      return rows.map((row) => row.hwid);
    },
  };
}

export type TestClient = Awaited<ReturnType<typeof openTestClient>>;

export interface Fact {
  readonly who: string;
  readonly fact: string;
  readonly api: Api;
  /** All formats by default. */
  readonly formats?: readonly RequestFormat[];
  /** Percent-encoded, without the parameters that every request has. */
  readonly sends: (on: TestClient) => string | Promise<string>;
  readonly gets: object | ((on: TestClient) => object);
  /** Settings to restore after the test. */
  readonly undo?: Readonly<Record<string, string>>;
  /** Checks the effect with further requests. */
  readonly then?: (on: TestClient, answer: Answer) => Promise<void>;
}
