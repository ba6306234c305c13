// Applications in memory. They change rarely and every request needs one, so a request reads which revision is current and takes
// the one that is kept, or reads it whole. Nothing is ever older than the request: the database counts the revisions.
import type { ApplicationRow, Database } from './schema.ts';
import { statement } from './statement.ts';

/** Each some kilobytes. Where there are more, the one that is kept longest goes, and is read again when it is asked for. */
const mostKept = 1000;

const readWhole = statement((db, { id }: { readonly id: string }) =>
  db.selectFrom('applications').where('id', '=', id).selectAll(),
);

/** By database: tests have several. */
const kept = new WeakMap<object, Map<string, ApplicationRow>>();

/** undefined: it was deleted since its revision was read. */
export async function cachedApplication(
  db: Database,
  { id, revision }: Pick<ApplicationRow, 'id' | 'revision'>,
): Promise<ApplicationRow | undefined> {
  const all = keptOf(db);
  const known = all.get(id);
  if (known?.revision === revision) return known;
  const [row] = await readWhole(db, { id });
  all.delete(id);
  if (row === undefined) return undefined;
  const [oldest] = all.keys();
  if (all.size >= mostKept && oldest !== undefined) all.delete(oldest);
  all.set(id, row);
  return row;
}

function keptOf(db: Database): Map<string, ApplicationRow> {
  // Every connection of one database has the same.
  const { adapter } = db.getExecutor();
  const known = kept.get(adapter);
  if (known !== undefined) return known;
  const made = new Map<string, ApplicationRow>();
  kept.set(adapter, made);
  return made;
}
