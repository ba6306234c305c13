// Derives the idempotency key of a request (docs/protocol.md#idempotent-requests). An HTTP library
// may repeat a request, with the same challenge, if the connection fails before the answer.
import { createHmac } from 'node:crypto';
import { clientSpec, type ClientSpec, type ClientType } from '@latchkey/protocol/client-spec.ts';
import { challenge, sessionid } from '@latchkey/protocol/primitives.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

export type RequestKey = {
  /** Hash of application, session and challenge. It identifies the stored record. */
  readonly request: string;
  /** Hash of the type and all parameters. It is equal only for the same request. */
  readonly content: string;
};

/**
 * Returns null if the request is not idempotent.
 * SECURITY: the hashes are keyed, because some parameters are passwords.
 */
export function requestKeyOf(
  secret: ServiceSecret,
  type: ClientType | null,
  values: ReadonlyMap<string, string>,
): RequestKey | null {
  if (type === null || !isIdempotent(type)) return null;
  const parsedChallenge = challenge.safeParse(values.get('challenge'));
  const parsedSession = sessionid.safeParse(values.get('sessionid'));
  if (!parsedChallenge.success || !parsedSession.success) return null;
  const key = secret.deriveKey('repeated requests');
  const hash = (fields: unknown) =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  return {
    request: hash([
      values.get('name'),
      values.get('ownerid'),
      parsedSession.data,
      parsedChallenge.data,
    ]),
    content: hash([...values].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function isIdempotent(type: ClientType): boolean {
  const spec: ClientSpec = clientSpec[type];
  return spec.once === true;
}
