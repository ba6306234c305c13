// What a row of the test's own application looks like in its twins: the same names, levels and states under other ids. SQL that
// both databases take; `new` and `old` are a trigger's.
import { ownApplicationId } from '../own-application.ts';
import type { Table } from './tables.ts';

/** The sibling has the same owner and other contents, the stranger another owner and the same contents. */
export const twins = ['sibling', 'stranger'] as const;
export type Twin = (typeof twins)[number];

/** Who is not to be touched: twins, and another user of the test's own application. */
export const bystanders = [...twins, 'neighbour'] as const;
export type Bystander = (typeof bystanders)[number];

/** Of ids. No id of the service begins so; the sibling's sort before all of them, the stranger's after. */
export const prefixes: Readonly<Record<Bystander, string>> = {
  sibling: '-sibling~',
  stranger: '~stranger~',
  neighbour: '+neighbour~',
};
/** Of the neighbour, and of everything that is theirs and has a name. */
export const neighbourName = 'Neighbour';
export const neighbourId = `${prefixes.neighbour}user`;
/** As a list in SQL: an id that begins with one of these is a bystander's. */
export const firstLetters = bystanders.map((one) => `'${prefixes[one].charAt(0)}'`).join(', ');
/** What the sibling's contents end with: no answer may ever hold it. */
export const siblingMark = ' (of the sibling)';
const endings: Readonly<Record<Twin, string>> = { sibling: siblingMark, stranger: '' };

/** Unix seconds, when everybody has forgotten these tests: what the service sweeps for everybody at once must not go. */
const inTheFarFuture = '9000000000';

/** Columns that cannot be a copy, as `table.column`. */
const exceptions: Readonly<Record<string, Partial<Record<Twin, string>>>> = {
  'applications.name': { stranger: 'new.name' },
  'applications.ownerid': { sibling: 'new.ownerid', stranger: `'strangerId'` },
  'applications.sellerkey_hash': { stranger: `new.sellerkey_hash || ' of the stranger'` },
  'seller_keys.key_hash': { stranger: `new.key_hash || ' of the stranger'` },
  // What is under way is done for them: the service would go on with theirs as well.
  'jobs.claimed_until': { sibling: 'null', stranger: 'null' },
  ...Object.fromEntries(
    ['logs', 'audit_logs'].map((table) => [
      `${table}.written_at_ms`,
      { sibling: `${inTheFarFuture}000`, stranger: `${inTheFarFuture}000` },
    ]),
  ),
  // A content on disk that a twin refers to would stay after its owner deleted it.
  'files.sha256': { stranger: `'of the stranger' || substr(new.sha256, 16)` },
  ...Object.fromEntries(
    [
      'sessions.expires_at',
      'password_resets.expires_at',
      'statistics.expires_at',
      'throttles.ends_at',
      'deliveries.next_at',
      'deliveries.created_at',
    ].map((column) => [column, { sibling: inTheFarFuture, stranger: inTheFarFuture }]),
  ),
};
/** Unique, and yet no name that twins share. */
const contents = new Set([
  'applications.name',
  'applications.sellerkey_hash',
  'seller_keys.key_hash',
]);

/** Both twins in one statement: every connection reads the text of all triggers when it opens. */
const bothTwins = `(${twins
  .map((twin) => `select '${prefixes[twin]}' as prefix, '${endings[twin]}' as ending`)
  .join(' union all ')}) as twin`;

function valueIn(table: Table, column: Table['columns'][number]): string {
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

/** Nothing where the twin of what it belongs to is missing: that one belonged to a third application, or was made again. */
function whereParentsAre(table: Table): string {
  const valueOf = (name: string) =>
    valueIn(table, table.columns.find((one) => one.name === name) ?? { name, isText: true });
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

/** Rows that the twins have copies of; others belong to nobody or to an application that a test made itself. */
export function isMirrored(table: Table): boolean {
  return table.name === 'applications' || table.references.length > 0;
}

export function isOwn(table: Table): string {
  const owner = table.name === 'applications' ? 'id' : 'application_id';
  const mine = `new."${owner}" = '${ownApplicationId}'`;
  const nobodys = `not coalesce(${isBystander(table, 'new')}, 1 = 0)`;
  return table.columns.some(({ name }) => name === owner) ? `${mine} and ${nobodys}` : nobodys;
}

export function isBystander(table: Table, row: 'new' | 'old'): string {
  return `(${table.ids.map((id) => `substr(${row}."${id}", 1, 1) in (${firstLetters})`).join(' or ')})`;
}

export function insertTwins(table: Table): string {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map((column) => valueIn(table, column)).join(', ');
  return `insert into "${table.name}" (${names}) select ${values} from ${bothTwins} where ${whereParentsAre(table)} on conflict do nothing`;
}

/** `update`: how the dialect says that a copy which cannot be, because its name is taken, is let go. */
export function changeTwins(table: Table, update = 'update'): string {
  const values = table.columns.map((one) => `"${one.name}" = ${valueIn(table, one)}`);
  const same = table.key.map((name) => {
    const was = table.ids.includes(name) ? `twin.prefix || old."${name}"` : `old."${name}"`;
    return `"${table.name}"."${name}" = ${was}`;
  });
  return `${update} "${table.name}" set ${values.join(', ')} from ${bothTwins} where ${same.join(' and ')} and ${whereParentsAre(table)}`;
}

/** Into the journal `into`: what happened to a bystander's row, with its ids and each column that changed. */
export function note(table: Table, kind: 'inserted' | 'updated' | 'deleted', into: string): string {
  const row = kind === 'inserted' ? 'new' : 'old';
  const listed = (columns: readonly string[]) =>
    `concat_ws(', ', ${columns.map((name) => `${row}."${name}"`).join(', ')})`;
  const changes = table.columns.map(
    ({ name }) =>
      `case when old."${name}" is distinct from new."${name}" then concat(', ${name}: ', old."${name}", ' -> ', new."${name}") end`,
  );
  const what =
    kind === 'updated' ? `concat('was updated', ${changes.join(', ')})` : `'was ${kind}'`;
  return `insert into ${into} values ('${table.name}', ${listed(table.ids)}, ${listed(table.key)}, ${what})`;
}

/** Which bystander a row with these ids belongs to, as `note` lists them. */
export function whoseIds(ids: string): Bystander {
  const found = bystanders.find((one) =>
    ids.split(', ').some((id) => id.startsWith(prefixes[one])),
  );
  if (found === undefined) throw new Error(`nobody's: ${ids}`);
  return found;
}
