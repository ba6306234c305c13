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

function valueIn(twin: Twin, table: Table, column: Table['columns'][number]): string {
  const own = `new."${column.name}"`;
  const path = `${table.name}.${column.name}`;
  const exception = exceptions[path]?.[twin];
  if (exception !== undefined) return exception;
  if (table.ids.includes(column.name)) return `'${prefixes[twin]}' || ${own}`;
  const isContent =
    column.isText &&
    !table.references.some(({ columns }) => columns.includes(column.name)) &&
    (!table.unique.has(column.name) || contents.has(path));
  return twin === 'sibling' && isContent ? `${own} || '${siblingMark}'` : own;
}

/** Nothing where the twin of what it belongs to is missing: that one belonged to a third application, or was made again. */
function whereParentsAre(twin: Twin, table: Table): string {
  const valueOf = (name: string) =>
    valueIn(twin, table, table.columns.find((one) => one.name === name) ?? { name, isText: true });
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

export function insertTwins(table: Table): readonly string[] {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  return twins.map((twin) => {
    const values = table.columns.map((column) => valueIn(twin, table, column)).join(', ');
    return `insert into "${table.name}" (${names}) select ${values} where ${whereParentsAre(twin, table)} on conflict do nothing`;
  });
}

/** `update`: how the dialect says that a copy which cannot be, because its name is taken, is let go. */
export function changeTwins(table: Table, update = 'update'): readonly string[] {
  return twins.map((twin) => {
    const values = table.columns.map((one) => `"${one.name}" = ${valueIn(twin, table, one)}`);
    const same = table.key.map((name) => {
      const old = `old."${name}"`;
      const was = table.ids.includes(name) ? `'${prefixes[twin]}' || ${old}` : old;
      return `"${table.name}"."${name}" = ${was}`;
    });
    return `${update} "${table.name}" set ${values.join(', ')} where ${same.join(' and ')} and ${whereParentsAre(twin, table)}`;
  });
}

/** Into the journal `into`: what happened to a bystander's row, and for an update each column that changed. */
export function note(
  table: Table,
  kind: 'inserted' | 'updated' | 'deleted',
  into: string,
): readonly string[] {
  const row = kind === 'inserted' ? 'new' : 'old';
  const key = table.key.map((name) => `cast(${row}."${name}" as text)`).join(` || ', ' || `);
  const belongsTo = (one: Bystander) =>
    table.ids.map((id) => `${row}."${id}" like '${prefixes[one]}%'`).join(' or ');
  const cases = bystanders.map((one) => `when ${belongsTo(one)} then '${one}'`);
  const whose = `case ${cases.join(' ')} end`;
  const begin = `insert into ${into} (name, whose, row_key, change) select '${table.name}', ${whose}, ${key}`;
  if (kind !== 'updated') return [`${begin}, 'was ${kind}'`];
  const changes = table.columns.map(({ name }) => {
    const [was, is] = ['old', 'new'].map(
      (one) => `coalesce(cast(${one}."${name}" as text), 'null')`,
    );
    return `select '${name}' as column_name, ${was ?? ''} as was, ${is ?? ''} as became`;
  });
  return [
    `${begin}, 'was written to'`,
    `${begin}, 'changed in ' || column_name || ': ' || was || ' -> ' || became from (${changes.join(' union all ')}) as changes where was <> became`,
  ];
}
