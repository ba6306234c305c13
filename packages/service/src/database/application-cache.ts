// Caches applications in memory. They change rarely and every request needs one, so a request
// normally reads only the current revision. The database counts revisions, so a cached row is never
// outdated.
import type { ApplicationRow, Database } from './schema.ts';
import { statement } from './statement.ts';

/** Entries of some kilobytes each. Above this number, the oldest entry is evicted. */
const maxCached = 1000;

const readApplication = statement((db, { id }: { readonly id: string }) =>
  db.selectFrom('applications').where('id', '=', id).selectAll(),
);

/** One cache for each database, because tests open several. */
const caches = new WeakMap<object, Map<string, ApplicationRow>>();

/** Returns undefined if the application was deleted after its revision was read. */
export async function cachedApplication(
  db: Database,
  { id, revision }: Pick<ApplicationRow, 'id' | 'revision'>,
): Promise<ApplicationRow | undefined> {
  const all = cacheOf(db);
  const known = all.get(id);
  if (known?.revision === revision) return known;
  const [row] = await readApplication(db, { id });
  all.delete(id);
  if (row === undefined) return undefined;
  const [oldest] = all.keys();
  if (all.size >= maxCached && oldest !== undefined) all.delete(oldest);
  all.set(id, row);
  return row;
}

function cacheOf(db: Database): Map<string, ApplicationRow> {
  // All connections of one database share the adapter.
  const { adapter } = db.getExecutor();
  const known = caches.get(adapter);
  if (known !== undefined) return known;
  const created = new Map<string, ApplicationRow>();
  caches.set(adapter, created);
  return created;
}
