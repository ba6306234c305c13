// Builds the SQL that copies a row to its twins under other ids. `new` and `old` are rows of a
// trigger.
import { ownApplicationId } from '../own-application.ts';
import type { Table } from './tables.ts';

/**
 * The sibling has the same owner and other contents. The stranger has another owner and the same
 * contents.
 */
export const twins = ['sibling', 'stranger'] as const;
export type Twin = (typeof twins)[number];

/** The neighbour is another user of the test's application. No test may change bystanders' rows. */
export const bystanders = [...twins, 'neighbour'] as const;
export type Bystander = (typeof bystanders)[number];

/** No other id has such a prefix. A sibling's ids sort before all others, a stranger's after. */
export const prefixes: Readonly<Record<Bystander, string>> = {
  sibling: '-sibling~',
  stranger: '~stranger~',
  neighbour: '+neighbour~',
};
/** The name of the neighbour and of everything the neighbour owns. */
export const neighbourName = 'Neighbour';
export const neighbourId = `${prefixes.neighbour}user`;
/** The first letters of bystanders' ids, as an SQL list. */
export const firstLetters = bystanders
  .map((bystander) => `'${prefixes[bystander].charAt(0)}'`)
  .join(', ');
/** The suffix of the sibling's contents, which no answer may contain. */
export const siblingMark = ' (of the sibling)';
const endings: Readonly<Record<Twin, string>> = { sibling: siblingMark, stranger: '' };

/** Unix seconds, so late that no sweep deletes the rows. */
const farFuture = '9000000000';

/** The SQL values of columns that are not copied, by `table.column`. */
const exceptions: Readonly<Record<string, Partial<Record<Twin, string>>>> = {
  'applications.name': { stranger: 'new.name' },
  'applications.ownerid': { sibling: 'new.ownerid', stranger: `'strangerId'` },
  'applications.sellerkey_hash': { stranger: `new.sellerkey_hash || ' of the stranger'` },
  'applications.page_name': {
    sibling: `new.page_name || '-sibling'`,
    stranger: `new.page_name || '-stranger'`,
  },
  'seller_keys.key_hash': { stranger: `new.key_hash || ' of the stranger'` },
  // Twins of a running job look finished: otherwise the service would continue them too.
  'jobs.claimed_until': { sibling: 'null', stranger: 'null' },
  // Likewise comparisons and events of shops.
  'shops.reconcile_at': { sibling: 'null', stranger: 'null' },
  'shop_events.is_new': { sibling: '0', stranger: '0' },
  ...Object.fromEntries(
    ['logs', 'audit_logs'].map((table) => [
      `${table}.written_at_ms`,
      { sibling: `${farFuture}000`, stranger: `${farFuture}000` },
    ]),
  ),
  // A twin must not refer to a content on disk, because the content would outlive its owner's
  // deletion.
  'files.sha256': { stranger: `'of the stranger' || substr(new.sha256, 16)` },
  ...Object.fromEntries(
    [
      'sessions.expires_at',
      'ended_sessions.expires_at',
      'password_resets.expires_at',
      'statistics.expires_at',
      'throttles.ends_at',
      'deliveries.next_at',
      'deliveries.created_at',
      'webhooks.expiry_seen_at',
    ].map((column) => [column, { sibling: farFuture, stranger: farFuture }]),
  ),
};
/** Unique columns that hold contents, not names that twins share. */
const contents = new Set([
  'applications.name',
  'applications.sellerkey_hash',
  'seller_keys.key_hash',
]);

/** Reads both twins in one statement, because each new connection parses all triggers. */
const bothTwins = `(${twins
  .map((twin) => `select '${prefixes[twin]}' as prefix, '${endings[twin]}' as ending`)
  .join(' union all ')}) as twin`;

function twinValueOf(table: Table, column: Table['columns'][number]): string {
  const own = `new."${column.name}"`;
  const path = `${table.name}.${column.name}`;
  const isContent =
    column.isText &&
    !table.references.some(({ columns }) => columns.includes(column.name)) &&
    (!table.unique.has(column.name) || contents.has(path));
  const copy = table.ids.includes(column.name)
    ? `twin.prefix || ${own}`
    : isContent
      ? `${own} || twin.ending`
      : own;
  const { sibling = copy, stranger = copy } = exceptions[path] ?? {};
  return sibling === stranger
    ? sibling
    : `case twin.prefix when '${prefixes.sibling}' then ${sibling} else ${stranger} end`;
}

/**
 * Skips rows whose parent has no twin because it belongs to a third application or was recreated.
 */
function parentsExist(table: Table): string {
  const valueOf = (name: string) =>
    twinValueOf(
      table,
      table.columns.find((column) => column.name === name) ?? { name, isText: true },
    );
  return table.references
    .map(({ columns, table: parent, targets }) => {
      const missing = columns.map((name) => `new."${name}" is null`).join(' or ');
      const same = columns
        .map((name, index) => `parent."${targets[index] ?? ''}" = ${valueOf(name)}`)
        .join(' and ');
      return `(${missing} or exists (select 1 from "${parent}" as parent where ${same}))`;
    })
    .concat('1 = 1')
    .join(' and ');
}

/**
 * Whether the table's rows get twins. Rows of other tables belong to no application, or to one that
 * a test created.
 */
export function isMirrored(table: Table): boolean {
  return table.name === 'applications' || table.references.length > 0;
}

export function isOwn(table: Table): string {
  const owner = table.name === 'applications' ? 'id' : 'application_id';
  const hasOwnId = `new."${owner}" = '${ownApplicationId}'`;
  const isUnowned = `not coalesce(${isBystander(table, 'new')}, 1 = 0)`;
  return table.columns.some(({ name }) => name === owner)
    ? `${hasOwnId} and ${isUnowned}`
    : isUnowned;
}

export function isBystander(table: Table, row: 'new' | 'old'): string {
  return `(${table.ids.map((id) => `substr(${row}."${id}", 1, 1) in (${firstLetters})`).join(' or ')})`;
}

export function insertTwins(table: Table): string {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map((column) => twinValueOf(table, column)).join(', ');
  return `insert into "${table.name}" (${names}) select ${values} from ${bothTwins} where ${parentsExist(table)} on conflict do nothing`;
}

/** `update` is the dialect's statement that skips a copy whose name is taken. */
export function updateTwins(table: Table, update = 'update'): string {
  const values = table.columns.map((column) => `"${column.name}" = ${twinValueOf(table, column)}`);
  const same = table.key.map((name) => {
    const twinKey = table.ids.includes(name) ? `twin.prefix || old."${name}"` : `old."${name}"`;
    return `"${table.name}"."${name}" = ${twinKey}`;
  });
  return `${update} "${table.name}" set ${values.join(', ')} from ${bothTwins} where ${same.join(' and ')} and ${parentsExist(table)}`;
}

/** Records a change of a bystander's row in the journal `into`: its ids and each changed column. */
export function recordChange(
  table: Table,
  kind: 'inserted' | 'updated' | 'deleted',
  into: string,
): string {
  const row = kind === 'inserted' ? 'new' : 'old';
  const joinColumns = (columns: readonly string[]) =>
    `concat_ws(', ', ${columns.map((name) => `${row}."${name}"`).join(', ')})`;
  const changes = table.columns.map(
    ({ name }) =>
      `case when old."${name}" is distinct from new."${name}" then concat(', ${name}: ', old."${name}", ' -> ', new."${name}") end`,
  );
  const description =
    kind === 'updated' ? `concat('was updated', ${changes.join(', ')})` : `'was ${kind}'`;
  return `insert into ${into} values ('${table.name}', ${joinColumns(table.ids)}, ${joinColumns(table.key)}, ${description})`;
}

/** Returns the bystander that owns a row with these ids, in the form of `recordChange`. */
export function ownerOfIds(ids: string): Bystander {
  const found = bystanders.find((bystander) =>
    ids.split(', ').some((id) => id.startsWith(prefixes[bystander])),
  );
  if (found === undefined) throw new Error(`nobody's: ${ids}`);
  return found;
}
