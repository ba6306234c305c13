// A client API client for tests. It checks signature, envelope and headers of every answer.
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import {
  clientSpec,
  isClientType,
  commonRefusals,
  sessionRefusals,
  type ClientSpec,
} from '@latchkey/protocol/client-spec.ts';
import { expectNoOtherApplications, withoutNeighbour } from './bystanders/answers.ts';
import { startTestService, type TestService, type TestServiceOptions } from './service.ts';

export type Parameters = Readonly<Record<string, string>>;
export type Method = 'GET' | 'POST' | 'multipart';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Wire {
  readonly service: TestService;
  /** Adds name, ownerid and a fresh challenge, unless `parameters` has them. */
  readonly send: (parameters: Parameters, method?: Method) => Promise<Answer>;
  readonly init: () => Promise<string>;
  /** Signs a fresh session in and returns its id. */
  readonly signIn: (user: { username: string; password: string }) => Promise<string>;
}

export const hwid = 'd'.repeat(64);

/** Starts a service for one test. It is closed when the test ends. */
export async function openWire(options: TestServiceOptions = {}): Promise<Wire> {
  const service = await startTestService(options);
  onTestFinished(() => service.close());
  return wireTo(service);
}

export function wireTo(service: TestService): Wire {
  const send: Wire['send'] = (parameters, method = 'GET') => {
    const all = {
      name: service.app.name,
      ownerid: service.app.ownerid,
      challenge: freshChallenge(),
      ...parameters,
    };
    return request(service, all, method);
  };
  const init = async () => {
    const { body } = await send({ type: 'init', ver: service.app.version });
    return String(body['sessionid']);
  };
  return {
    service,
    send,
    init,
    async signIn({ username, password }) {
      const sessionid = await init();
      const { body } = await send({ type: 'login', sessionid, username, pass: password, hwid });
      expect(body).toMatchObject({ success: true });
      return sessionid;
    },
  };
}

export function freshChallenge(): string {
  return randomBytes(32).toString('base64url');
}

async function request(
  service: TestService,
  parameters: Parameters,
  method: Method,
): Promise<Answer> {
  const url = `${service.url}/api/1.3/`;
  if (method === 'GET') {
    const answer = await readAnswer(
      await fetch(`${url}?${new URLSearchParams(parameters).toString()}`),
    );
    checkAgainstSpec(answer, parameters['type'] ?? '');
    return hideNeighbour(checkAnswer(service, answer, parameters['challenge']));
  }
  const body = method === 'POST' ? new URLSearchParams(parameters) : new FormData();
  if (body instanceof FormData)
    for (const [name, value] of Object.entries(parameters)) body.append(name, value);
  const answer = await readAnswer(await fetch(url, { method: 'POST', body }));
  checkAgainstSpec(answer, parameters['type'] ?? '');
  return hideNeighbour(checkAnswer(service, answer, parameters['challenge']));
}

const hideNeighbour = (answer: Answer): Answer => ({
  ...answer,
  body: withoutNeighbour(answer.body),
});

/** Checks that an answer has the fields that its operation specifies, or one of its reasons. */
function checkAgainstSpec({ body }: Answer, type: string): void {
  if (!isClientType(type)) return;
  const spec: ClientSpec = clientSpec[type];
  if (body['success'] === true) {
    spec.success.parse(body);
    return;
  }
  const allowed = [...spec.failures, ...commonRefusals, ...sessionRefusals[spec.needs]];
  expect(allowed).toContain(body['reason']);
}

export async function readAnswer(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const body = JSON.parse(bytes.toString()) as Answer['body']; // the caller checks its shape
  return { status: response.status, headers: response.headers, bytes, body };
}

/** Whether the signature covers exactly these bytes and the timestamp in the headers. */
export function isSignatureValid(publicKey: string, answer: Pick<Answer, 'headers' | 'bytes'>) {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const timestamp = answer.headers.get('x-signature-timestamp') ?? '';
  const signature = Buffer.from(answer.headers.get('x-signature-ed25519') ?? '', 'hex');
  return verify(null, Buffer.concat([Buffer.from(timestamp), answer.bytes]), key, signature);
}

/**
 * Checks docs/protocol.md#envelope and docs/protocol.md#signatures-and-freshness. `challenge` is
 * undefined if the answer cannot contain it.
 */
export function checkAnswer(service: TestService, answer: Answer, challenge?: string): Answer {
  const { body, headers } = answer;
  // Answers are signed with the oldest key, because these clients name no key.
  const [oldest = service.publicKey] = service.publicKeys;
  expect(isSignatureValid(oldest, answer)).toBe(true);
  expect(headers.get('x-signature-ed25519')).toMatch(/^[0-9a-f]{128}$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')).toContain('x-signature-timestamp');
  expect(answer.bytes.toString()).toBe(JSON.stringify(body));
  expectNoOtherApplications(answer.bytes.toString());
  expect(body['message']).toBeTypeOf('string');
  expect(body['ownerid']).toBeTypeOf('string');
  if (body['success'] === true) {
    expect(body['code']).toBe(68);
    expect(body['nonce']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  } else {
    expect(body['success']).toBe(false);
    expect([400, 429, 500]).toContain(body['code']);
    expect(body['reason']).toMatch(/^[a-z-]+$/);
    expect(body['nonce']).toBeUndefined();
  }
  if (challenge !== undefined && /^[A-Za-z0-9_-]{16,64}$/.test(challenge))
    expect(body['challenge']).toBe(challenge);
  return answer;
}
