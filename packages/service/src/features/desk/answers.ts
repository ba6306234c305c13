// Answers a request of the page: checks where it comes from, then the session, then runs the
// operation.
import type { FastifyRequest } from 'fastify';
import {
  deskApi,
  isDeskType,
  shownHeader,
  type DeskSpec,
  type DeskType,
} from '@latchkey/protocol/desk-api.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Parts } from '../../api/call.ts';
import { readPageRequest } from '../../api/page-request.ts';
import { parseParameters, type Parameters } from '../../api/parameters.ts';
import { commonTexts } from '@latchkey/protocol/seller-failures.ts';
import { sellerFaultOf } from '../../api/seller-faults.ts';
import type { OperationSets } from '../../api/seller-permission.ts';
import { addressOf } from '../../http/client-address.ts';
import { Overloaded } from '../../overloaded.ts';
import { isConfirmed, resumePersonSession } from '../people/person-sessions.ts';
import {
  refusal,
  type DeskCall,
  type DeskHandlers,
  type DeskOutcome,
  type SignedInCall,
} from './desk-call.ts';
import { ownOperations } from './own-operations.ts';
import type { OwnSite } from '../../http/browser/own-site.ts';
import { runForPerson } from './seller-operations.ts';
import { deskCookie, sessionIdOf } from '../../http/browser/session-cookie.ts';

export interface DeskContext {
  readonly parts: Parts;
  readonly operations: OperationSets;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly version: string;
}

export async function answerDeskRequest(
  context: DeskContext,
  request: FastifyRequest,
  type: string,
): Promise<DeskOutcome> {
  const { parts, isTrustedProxy } = context;
  try {
    const read = await readPageRequest(parts, request, isTrustedProxy);
    if (!read.ok) return refusal(read.code, read);
    return await run(context, callOf(context, request, read.site), read.parameters, type);
  } catch (error) {
    return deskFault(parts, request, error);
  }
}

/** The answer for a body that is malformed or too large, or for a fault. */
export function deskFault(
  { log }: Pick<Parts, 'log'>,
  { id }: FastifyRequest,
  error: unknown,
): DeskOutcome {
  if (error instanceof Overloaded) return refusal('overloaded', { retryAfter: error.retryAfter });
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return refusal('bad-request');
  log.error({ id, error }, 'A request failed');
  return refusal('internal', { message: commonTexts[sellerFaultOf(error)] });
}

type SiteCall = DeskCall & { readonly site: OwnSite };

function callOf({ parts, version }: DeskContext, request: FastifyRequest, site: OwnSite): SiteCall {
  const { 'user-agent': agent = '', [shownHeader]: shown = '' } = request.headers;
  const [personId = '', applicationId = ''] = String(shown).split('/');
  return {
    parts,
    ip: addressOf(request),
    agent,
    version,
    site,
    sessionId: sessionIdOf(request.headers, site, deskCookie),
    shown: { personId, applicationId },
  };
}

async function run(
  { operations }: DeskContext,
  call: SiteCall,
  parameters: Parameters,
  type: string,
): Promise<DeskOutcome> {
  if (isDeskType(type) && deskApi[type].needs === 'nothing') return runOwn(call, parameters, type);
  const { parts, sessionId, shown } = call;
  const person = sessionId === '' ? undefined : await resumePersonSession(parts, sessionId);
  if (person === undefined) return refusal('signed-out');
  // SECURITY: tabs share the cookie. A sign-in in another tab must not change who acts in this one.
  const isFirst = type === 'me' && shown.personId === '';
  if (shown.personId !== person.id && !isFirst) return refusal('other-person');
  const signedIn = { ...call, person };
  if (!isDeskType(type)) return runForPerson(operations, signedIn, type, parameters.values);
  if (deskApi[type].needs === 'confirmed' && !isConfirmed(person, toUnixSeconds(parts.nowMs())))
    return refusal('password-needed');
  return runOwn(signedIn, parameters, type);
}

/** SECURITY: passwords stay exact. All other values are trimmed and normalised. */
const exactNames: ReadonlySet<string> = new Set(['password', 'newPassword']);

type AnyHandler = (call: DeskCall, request: unknown) => ReturnType<DeskHandlers[DeskType]>;

async function runOwn(
  call: SiteCall | (SiteCall & SignedInCall),
  { values, asSent }: Parameters,
  type: DeskType,
): Promise<DeskOutcome> {
  const exact = [...asSent].filter(([name]) => exactNames.has(name));
  const spec: DeskSpec = deskApi[type];
  const parsed = parseParameters(spec.request, new Map([...values, ...exact]));
  if (!parsed.ok) return refusal('bad-request', { message: parsed.refusal.message });
  // `run` has resumed the session that the operation needs, and the schema is that of its request.
  const handler = ownOperations[type] as AnyHandler;
  const result = await handler(call, parsed.request);
  if (!result.ok) return refusal(result.code, result);
  const { answer, sessionId } = result;
  return {
    status: 200,
    body: { success: true, ...answer },
    ...(sessionId !== undefined && { session: { id: sessionId, site: call.site } }),
  };
}
