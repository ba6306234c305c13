// Finds names that are equal after folding (docs/protocol.md#names), for `latchkey doctor`. They
// come from earlier versions, and each works only in its exact spelling.
import { sql } from 'kysely';
import { nameColumns, type NamedTable } from '../database/names.ts';
import type { Database } from '../database/schema.ts';
import { maskKey } from '../secrets/key-mask.ts';
import type { Finding } from './inspection.ts';

const nouns: Readonly<Record<NamedTable, string>> = {
  users: 'users',
  plans: 'subscriptions',
  channels: 'channels',
  variables: 'variables',
  licenses: 'license keys',
  userVariables: 'user variables',
};

/** Maximum number of groups that are listed for each kind of name. */
const maxListed = 20;

interface EqualNames {
  readonly application: string;
  readonly names: readonly string[];
}

export async function equalNamesFinding(db: Database): Promise<Finding> {
  const what = 'The names';
  const lists: string[] = [];
  // Object.keys loses the literal types.
  for (const table of Object.keys(nameColumns) as NamedTable[]) {
    const groups = await equalNamesIn(db, table);
    const listed = groups.slice(0, maxListed).map(({ application, names }) => {
      const shown = names.map((name) => `"${table === 'licenses' ? maskKey(name) : name}"`);
      return `${shown.join(' and ')} (application "${application}")`;
    });
    const more = groups.length > maxListed ? ' and others' : '';
    if (listed.length > 0) lists.push(`${nouns[table]} ${listed.join(', ')}${more}`);
  }
  if (lists.length === 0) return { isOk: true, what: `${what} are found in any case`, advice: '' };
  return {
    isOk: false,
    what,
    advice: `Some are equal except for case or similar characters, and only their exact spelling finds them: ${lists.join('; ')}. Rename or delete all but one of each.`,
  };
}

async function equalNamesIn(db: Database, table: NamedTable): Promise<readonly EqualNames[]> {
  const { name, scope } = nameColumns[table];
  const own = (column: string) => sql.ref(`${table}.${column}`);
  const isOfUser = scope === 'userId';
  const owner = isOfUser ? sql`inner join users on users.id = ${own('userId')}` : sql``;
  const applicationId = isOfUser ? sql.ref('users.applicationId') : own('applicationId');
  // Only a row without a fold guard can have the same folded name as another row.
  const { rows } = await sql<{ scope: string; folded: string; name: string; application: string }>`
    select ${own(scope)} as ${sql.ref('scope')}, ${own(`${name}Fold`)} as ${sql.ref('folded')},
      ${own(name)} as ${sql.ref('name')}, applications.name as ${sql.ref('application')}
    from ${sql.table(table)} ${owner} inner join applications on applications.id = ${applicationId}
    where ${own('foldGuard')} is null
    order by application, folded, ${own(name)} limit ${sql.lit(maxListed * 10)}`.execute(db);
  const groups = Map.groupBy(rows, ({ scope: id, folded }) => JSON.stringify([id, folded]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    return [{ application: first.application, names: group.map((row) => row.name) }];
  });
}
