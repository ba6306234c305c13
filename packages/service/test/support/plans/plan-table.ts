// Prints the plans of all statements, and finds those that read more rows than they need.
import type { Access } from './plan.ts';
import { reasonOf } from './plan-reasons.ts';

export type DatabaseKind = 'sqlite' | 'postgresql';

export interface Planned {
  readonly sql: string;
  readonly plan: readonly Access[];
  /** The plan without statistics, on SQLite. */
  readonly plain?: readonly Access[];
}

/** Returns a statement without quotes, values and result columns: their number can change. */
function shortened(sql: string): string {
  return sql
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/"|\? collate binary/g, (found) => (found === '"' ? '' : '?'))
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\((\?, )*\?\)(, \((\?, )*\?\))*/g, '(?)')
    .replace(/^(insert into \w+) \([^)]*\)/, '$1')
    .replace(/^select .*? from (?!\()/, (found) =>
      found.includes('(') ? found : 'select … from ',
    );
}

/** Columns that very many rows share. */
const shared = new Set([
  ...['application_id', 'plan_id', 'ownerid', 'status', 'level', 'kind', 'channel', 'platform'],
  ...['created_by', 'seller_key', 'is_charged', 'name_is_key', 'password_is_key', 'webid'],
]);

/** Tables that one row or a few serve, for all applications. */
const tiny = ['applications', 'facts', 'jobs', 'drops', 'new_counts', 'kysely_migration'];

/** Tables with few rows for each application: what its seller enters by hand. */
const small = [
  ...['plans', 'first', 'webhooks', 'buttons', 'variables', 'files', 'program_hashes', 'accounts'],
  ...['channels', 'releases', 'statistics', 'whitelist'],
];

/** Whether the rows that are read grow with the application or the service. */
function isWide({ name, columns }: Access, kind: DatabaseKind): boolean {
  if (tiny.includes(name)) return false;
  // PostgreSQL scans small tables because that is faster.
  if (small.includes(name)) return columns.length === 0 && kind === 'sqlite';
  return columns.every((column) => shared.has(column));
}

export const textOf = ({ name, index, columns }: Access) =>
  `${name}: ${index ?? 'no index'}${columns.length === 0 ? ', all rows' : ` (${columns.join(', ')})`}`;

function linesOf(sql: string, plan: readonly Access[], kind: DatabaseKind): readonly string[] {
  return plan.map((access) => {
    const reason = isWide(access, kind) ? ` -- ${reasonOf(sql, access) ?? noReason}` : '';
    return `    ${textOf(access)}${reason}`;
  });
}

export const noReason = 'WITHOUT A REASON in plan-reasons.ts';

export function planTable(all: readonly Planned[], kind: DatabaseKind): string {
  const entries = all.flatMap(({ sql, plan, plain = plan }) => {
    const short = shortened(sql);
    const lines = linesOf(short, plan, kind);
    const plainLines = linesOf(short, plain, kind);
    if (lines.length + plainLines.length === 0) return [];
    const other = plainLines.join('\n') === lines.join('\n') ? [] : plainLines;
    return [
      [short, ...lines, ...(other.length === 0 ? [] : ['  without statistics', ...other])].join(
        '\n',
      ),
    ];
  });
  return `${[...new Set(entries)].sort().join('\n')}\n`;
}
