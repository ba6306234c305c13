// Finds users who share an e-mail, for `latchkey doctor` (docs/protocol.md#e-mails).
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import type { Finding } from './inspection.ts';

/** Maximum number of groups, and of users in each, that are listed. */
const maxListed = 20;
const maxNames = 5;

export async function emailFinding(db: Database): Promise<Finding> {
  const what = 'The e-mails of users';
  const shared = await db
    .selectFrom('users')
    .innerJoin('applications', 'applications.id', 'users.applicationId')
    .select(['users.applicationId', 'users.emailHash', 'applications.name as application'])
    .where('users.emailHash', 'is not', null)
    .where('applications.sharedEmails', '=', 'refuse')
    .groupBy(['users.applicationId', 'users.emailHash', 'applications.name'])
    .having(sql<number>`count(*)`, '>', 1)
    .limit(maxListed + 1)
    .execute();
  if (shared.length === 0)
    return { isOk: true, what: `${what} belong to one user each`, advice: '' };
  const groups: string[] = [];
  for (const { applicationId, emailHash, application } of shared.slice(0, maxListed)) {
    const users = await db
      .selectFrom('users')
      .select('username')
      .where('applicationId', '=', applicationId)
      .where('emailHash', '=', emailHash)
      .orderBy('username')
      .limit(maxNames + 1)
      .execute();
    const names = users.slice(0, maxNames).map(({ username }) => `"${username}"`);
    const others = users.length > maxNames ? ' and others' : '';
    groups.push(`${names.join(' and ')}${others} (application "${application}")`);
  }
  const more = shared.length > maxListed ? ' and others' : '';
  return {
    isOk: false,
    what,
    advice: `Some users share an e-mail, and at most one of them can sign in by it: ${groups.join(', ')}${more}. Change all but one of each: latchkey call editemail user=USER email=OTHER. Or allow it: latchkey settings set sharedemails=allow`,
  };
}
