// `fetchOnline` and `fetchStats`: report online users and counts (docs/protocol.md#statistics).
// Both are cached, and every query reads a bounded number of rows.
// SECURITY: anyone with a session gets the names, so they are masked, license keys almost fully,
// and sorted as shown. Otherwise users could rename themselves to find out where a key is sorted.
import type { SelectQueryBuilder } from 'kysely';
import type { SessionCall } from '../../api/call.ts';
import { maskKey } from '../../secrets/key-mask.ts';
import { readStatistic, type Statistic } from '../../database/statistics-cache.ts';
import { findLicenseKeyNames } from '../../secrets/license-names.ts';
import { refuse, type Outcome } from '../../outcome.ts';
import type { Database, Tables } from '../../database/schema.ts';
import { newestVersion } from './program-versions.ts';

/** Maximum signed-in sessions read, newest first. The answer lists their users by shown name. */
const maxSessionsRead = 5000;
const maxOnlineShown = 1000;
/** A larger count is shown as "1000000+". */
const maxCounted = 1_000_000;
const shownCharacters = 10;

export async function fetchOnline(call: SessionCall): Promise<Outcome<'fetchOnline'>> {
  const names = await readStatistic(call, online);
  if (names.length === 0) return refuse('nobody-online');
  const users = names.map((credential) => ({ credential }));
  return { ok: true, answer: { message: 'Successfully fetched online users.', users } };
}

export async function fetchStats(call: SessionCall): Promise<Outcome<'fetchStats'>> {
  const counts = await readStatistic(call, stats);
  const version = newestVersion(call.application);
  return {
    ok: true,
    answer: {
      message: 'Successfully fetched stats',
      appinfo: { ...counts, version, customerPanelLink: '' },
    },
  };
}

const online: Statistic<readonly string[]> = {
  kind: 'online',
  seconds: 1800,
  async compute(db, applicationId, now) {
    const newest = signedInSessions(db, applicationId, now)
      .select('sessions.userId')
      .orderBy('sessions.expiresAt', 'desc')
      .limit(maxSessionsRead);
    const users = await db
      .selectFrom('users')
      .select('username')
      .where('id', 'in', newest)
      .orderBy('nameIsKey')
      .orderBy((eb) =>
        eb.case().when('nameIsKey', '=', 1).then(eb.ref('id')).else(eb.ref('username')).end(),
      )
      .limit(maxOnlineShown)
      .execute();
    const names = users.map(({ username }) => username);
    const licenseKeyNames = await findLicenseKeyNames(db, applicationId, names);
    return names
      .map((name) => (licenseKeyNames.has(name) ? maskKey(name) : maskName(name)))
      .toSorted();
  },
};

const stats: Statistic<{ numUsers: string; numOnlineUsers: string; numKeys: string }> = {
  kind: 'stats',
  seconds: 3600,
  async compute(db, applicationId, now) {
    const users = db.selectFrom('users').select('id').where('applicationId', '=', applicationId);
    const online = signedInSessions(db, applicationId, now).select('sessions.userId').distinct();
    const keys = db.selectFrom('licenses').select('key').where('applicationId', '=', applicationId);
    return {
      numUsers: await countUpTo(db, users),
      numOnlineUsers: await countUpTo(db, online),
      numKeys: await countUpTo(db, keys),
    };
  },
};

async function countUpTo<Table extends keyof Tables, Row>(
  db: Database,
  rows: SelectQueryBuilder<Tables, Table, Row>,
): Promise<string> {
  const { counted } = await db
    .selectFrom(rows.limit(maxCounted + 1).as('rows'))
    .select((eb) => eb.fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  return counted > maxCounted ? `${maxCounted}+` : String(counted);
}

function signedInSessions(db: Database, applicationId: string, now: number) {
  return db
    .selectFrom('sessions')
    .where('sessions.applicationId', '=', applicationId)
    .where('sessions.expiresAt', '>', now)
    .where('sessions.userId', 'is not', null)
    .where('sessions.browser', 'is', null);
}

/** Counts code points, so that no character is cut in half. */
function maskName(name: string): string {
  const characters = Array.from(name);
  const hidden = Math.max(0, characters.length - shownCharacters);
  return characters.slice(0, shownCharacters).join('') + '*'.repeat(hidden);
}
