// Statements that requests run all the time: built and compiled once for each kind of database, because building one costs
// more than running it. Anything else is plain Kysely where it is needed.
import type { Compilable, CompiledQuery } from 'kysely';
import { keepPrepared } from './prepared.ts';
import type { Database } from './schema.ts';

/** Stands in a statement for a value of each run. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * `build` is called once and must not decide anything by its values: they are placeholders. The function that is returned
 * gives the rows.
 */
export function statement<Values extends Readonly<Record<string, string | number | null>>, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<readonly Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as Values; // only ever handed to the builder
  return async (db, values) => {
    // Every connection and transaction of one database has the same.
    const { adapter } = db.getExecutor();
    let known = compiled.get(adapter);
    if (known === undefined) {
      known = build(db, slots).compile();
      keepPrepared(known.sql);
      compiled.set(adapter, known);
    }
    const parameters = known.parameters.map((one) =>
      one instanceof Slot ? values[one.name] : one,
    );
    return (await db.executeQuery<Row>({ ...known, parameters })).rows;
  };
}
