// Makes the context of a client API operation from its request and its first statement.
import type { Call, Parts, SessionContext } from './call.ts';

export interface Sender extends Pick<Call, 'ip' | 'acceptLanguage' | 'browser'> {
  /** For a request without a session: a sign-in creates the session. Programs send `init` first. */
  readonly opensSession?: boolean;
}

/** `context` is what the first statement read. */
export function makeCall(
  parts: Parts,
  context: SessionContext,
  { opensSession = false, ...sender }: Sender,
  rest: Pick<Call, 'now' | 'knownKeys' | 'idempotency' | 'afterwards'>,
): Call {
  const { sessionIdHash: idHash } = context;
  const isNew = opensSession && idHash !== null;
  const passwords = parts.passwordQueue.of(context.application.id);
  return {
    ...parts,
    ...context,
    ...(isNew && { session: { idHash, userId: null, version: null } }),
    ...sender,
    ...rest,
    passwords,
  };
}
