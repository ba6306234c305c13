// The context and outcomes of requests of the customers' page.
import type { FastifyRequest } from 'fastify';
import { shownHeader } from '@latchkey/protocol/desk-api.ts';
import { pageTexts, type PageFailure } from '@latchkey/protocol/page-api.ts';
import { toUnixSeconds } from '@latchkey/protocol/units.ts';
import type { Call, Parts } from '../../api/call.ts';
import { refuseStopped, type ClientApi } from '../../api/client-api.ts';
import { makeCall, type Sender } from '../../api/make-call.ts';
import { FollowUps } from '../../api/follow-ups.ts';
import { notIdempotent } from '../../api/idempotency/idempotent-request.ts';
import { onBehalfOf } from '../../database/write-share.ts';
import type { OwnSite } from '../../http/browser/own-site.ts';
import type { PageOutcome } from '../../http/browser/send-page.ts';
import { badRequest, type Refusal } from '../../outcome.ts';
import type { PageOfName } from './pages.ts';

/** A request of the page of one application. */
export interface PageCall {
  readonly api: ClientApi;
  readonly parts: Parts;
  readonly page: PageOfName;
  readonly site: OwnSite;
  readonly sender: Sender;
  /** Of the cookie, which may be of no session. Null without one. */
  readonly sessionid: string | null;
  /** Whom the page shows; empty if it shows nobody. */
  readonly shown: string;
}

export function shownOf({ headers }: FastifyRequest): string {
  return String(headers[shownHeader] ?? '');
}

const statuses: Readonly<Partial<Record<string, number>>> = {
  'cross-site': 403,
  'https-needed': 403,
  'page-unknown': 404,
  'signed-out': 401,
  'other-person': 403,
  'password-needed': 403,
  'rate-limited': 429,
  overloaded: 429,
  internal: 500,
};

export function refused(code: PageFailure): PageOutcome {
  return outcomeOf(code, pageTexts[code], {});
}

/** A refusal of the client API, with its reason as the code. */
export function refusedBy({ reason, message, facts }: Refusal): PageOutcome {
  const isGone = reason === 'session-gone' || reason === 'not-signed-in';
  return isGone ? refused('signed-out') : outcomeOf(reason, message, facts);
}

function outcomeOf(code: string, message: string, facts: Refusal['facts']): PageOutcome {
  const { retryAfter } = facts;
  const wait = typeof retryAfter === 'number' ? { retryAfter } : {};
  return {
    status: statuses[code] ?? 400,
    body: { success: false, code, message, ...facts },
    ...wait,
  };
}

export function badParameter(message: string): PageOutcome {
  return refusedBy(badRequest(message));
}

/**
 * Runs `work` with a call like those of the client API. Its session and user are those of the cookie,
 * and null without them.
 */
export async function withCall(
  { api, parts, page, sender, sessionid }: PageCall,
  work: (call: Call) => Promise<PageOutcome>,
): Promise<PageOutcome> {
  const now = toUnixSeconds(parts.nowMs());
  const { name, ownerid } = page;
  const context = await api.readContext(
    parts.db,
    { name, ownerid, sessionid, extraRead: null },
    now,
  );
  if (context === undefined) return refused('page-unknown');
  const followUps = new FollowUps();
  const rest = { now, knownKeys: [], idempotency: notIdempotent, afterwards: followUps.add };
  const call = makeCall(parts, context, sender, rest);
  const stopped = refuseStopped(context.application);
  const outcome =
    stopped === null
      ? await onBehalfOf(context.application.id, () => work(call))
      : refusedBy(stopped);
  await followUps.run(parts);
  return outcome;
}
