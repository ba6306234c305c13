// Reads the users online and the statistics, if configured. Drops invalid numbers and names.
import { type Community, type Count, type Online } from '../../../shared/community.ts';
import { fail, ok, type Failure, type Result } from '../../../shared/failure.ts';
import { type SuccessOf } from '@latchkey/protocol/client-spec.ts';
import { type Turn } from '@latchkey/client/turn.ts';
import { type Reply } from '@latchkey/client/refusal.ts';
import { cleanName } from '@latchkey/client/seller-text.ts';
import { failureOfFeature } from './unsupported.ts';
import { type CoreParts } from '../parts.ts';

export type CommunityParts = Pick<
  CoreParts,
  'config' | 'failures' | 'publisher' | 'serviceSession'
>;

/** The Latchkey service caches both for half an hour or more. */
export const communityIntervalMs = 600_000;

export const maxNames = 100;
const maxUsers = 10_000;

export async function readCommunity(core: CommunityParts, turn: Turn): Promise<Result<Community>> {
  const { serviceSession } = core;
  const online = await ask(core, 'online', () =>
    serviceSession.requestSignedIn(turn, 'fetchOnline', {}),
  );
  if (online !== null && !online.ok && isGeneral(online.failure)) return online;
  const stats = await ask(core, 'stats', () =>
    serviceSession.requestSignedIn(turn, 'fetchStats', {}),
  );
  if (stats !== null && !stats.ok && isGeneral(stats.failure)) return stats;
  const counts = stats?.ok === true ? stats.value.appinfo : null;
  return ok({
    online: online?.ok === true ? namesOf(online.value.users) : null,
    users: countOf(counts?.numUsers),
    usersOnline: countOf(counts?.numOnlineUsers),
    keys: countOf(counts?.numKeys),
  });
}

/** Returns null if the feature is not configured or not supported. */
async function ask<Answer>(
  core: CommunityParts,
  feature: 'online' | 'stats',
  send: () => Promise<Reply<Answer>>,
): Promise<Result<Answer> | null> {
  const { config, publisher } = core;
  if (!config.community[feature] || publisher.session().unsupported.includes(feature)) return null;
  const reply = await send();
  if (reply.ok) return ok(reply.value);
  return fail(failureOfFeature(core, feature, reply.refusal));
}

/** Whether the failure applies to the other request too. */
function isGeneral({ code }: Failure): boolean {
  return code !== 'refused' && code !== 'type-unknown';
}

/** "1000000+" means that the service stopped counting (docs/protocol.md#statistics). */
function countOf(text: string | undefined): Count | null {
  const [whole, digits = ''] = /^([0-9]{1,15})\+?$/.exec(text?.trim() ?? '') ?? [];
  return whole === undefined ? null : { value: Number(digits), orMore: whole.endsWith('+') };
}

function namesOf(users: SuccessOf<'fetchOnline'>['users']): Online {
  const readable = users.slice(0, maxUsers).map(({ credential }) => cleanName(credential));
  const names = [...new Set(readable)].filter((name) => name !== '');
  return { names: names.slice(0, maxNames), more: Math.max(0, names.length - maxNames) };
}
