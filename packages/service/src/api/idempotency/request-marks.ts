// Which requests are kept for the case that they come again (contract 0.15), and how they are recognised: HTTP stacks repeat
// one whose connection died before the answer, and its challenge is the same then.
import { createHmac } from 'node:crypto';
import { clientSpec, type ClientSpec, type ClientType } from '@latchkey/protocol/client-spec.ts';
import { challenge, sessionid } from '@latchkey/protocol/primitives.ts';
import type { ServiceSecret } from '../../secrets/service-secret.ts';

export type Marks = {
  /** Of application, session and challenge: finds the row. */
  readonly request: string;
  /** Of type and all parameters: equal where it is the same request. */
  readonly content: string;
};

/** SECURITY: keyed, because some of these parameters are passwords. null: this request is done as often as it comes. */
export function marksOf(
  secret: ServiceSecret,
  type: ClientType | null,
  values: ReadonlyMap<string, string>,
): Marks | null {
  if (type === null || !isKept(type)) return null;
  const asked = challenge.safeParse(values.get('challenge'));
  const session = sessionid.safeParse(values.get('sessionid'));
  if (!asked.success || !session.success) return null;
  const key = secret.deriveKey('repeated requests');
  const mark = (fields: unknown) =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex');
  return {
    request: mark([values.get('name'), values.get('ownerid'), session.data, asked.data]),
    content: mark([...values].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function isKept(type: ClientType): boolean {
  const spec: ClientSpec = clientSpec[type];
  return spec.once === true;
}
