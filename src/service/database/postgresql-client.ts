// One connection to PostgreSQL as the service uses it: a transaction's begin travels with its first statement, statements that come
// at every request stay prepared, and one that reports what makes it unusable is not used again.
import type { PostgresPoolClient } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { Overloaded } from '../overloaded.ts';
import { errorCode } from '../start-problem.ts';
import { preparedName } from './prepared.ts';

/** What the connections of one pool have learned together. */
export interface Preparing {
  /** false: a pooler in between hands statements to connections that do not know them. */
  works: boolean;
}

export const retryAfterSeconds = 1;
const [isLocked, isReadOnly] = ['55P03', '25006'];
/** The connection does not know a prepared statement, or knows another of its name. Nothing was run. */
const isUnknown: ReadonlySet<string> = new Set(['26000', '42P05']);
/** A migration has changed what a prepared statement gives; said of other things too. Nothing was run. */
const isChanged = '0A000';

/** As other statements go, so that it goes with the first of them. */
const begin = { text: 'begin', queryMode: 'extended' };

/** Kysely knows a connection again by what it got of it. */
const known = new WeakMap<PoolClient, PostgresPoolClient>();

export function clientOf(client: PoolClient, preparing: Preparing): PostgresPoolClient {
  const own = known.get(client) ?? create(client, preparing);
  known.set(client, own);
  return own;
}

function create(client: PoolClient, preparing: Preparing): PostgresPoolClient {
  let isSpoiled = false;
  let transaction: 'none' | 'to begin' | 'begun' = 'none';

  const send = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const name = preparing.works ? preparedName(text) : undefined;
    if (name === undefined) return client.query(text, [...values]);
    const isInTransaction = transaction !== 'none';
    try {
      return await client.query({ name, text, values: [...values] });
    } catch (error) {
      const code = errorCode(error);
      if (!isUnknown.has(code) && code !== isChanged) throw error;
      if (isUnknown.has(code)) preparing.works = false;
      isSpoiled = true;
      // PostgreSQL runs nothing more of a transaction then; `transact` begins it anew.
      if (isInTransaction) throw error;
      return client.query(text, [...values]);
    }
  };
  const run = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (text === 'begin') {
      transaction = 'to begin';
      return nothing('BEGIN');
    }
    const was = transaction;
    if (text === 'commit' || text === 'rollback') {
      transaction = 'none';
      return was === 'begun' ? client.query(text) : nothing(text.toUpperCase());
    }
    if (was !== 'to begin') return send(text, values);
    transaction = 'begun';
    const [, answer] = await Promise.all([client.query(begin), send(text, values)]);
    return answer;
  };
  return {
    async query(text: string, values: readonly unknown[] = []) {
      try {
        return await run(text, values);
      } catch (error) {
        if (errorCode(error) === isReadOnly) isSpoiled = true;
        throw errorCode(error) === isLocked ? new Overloaded(retryAfterSeconds) : error;
      }
    },
    release(discard?: boolean) {
      transaction = 'none';
      client.release(isSpoiled || discard === true);
    },
  } as Pick<PostgresPoolClient, 'release'> as PostgresPoolClient; // never asked with a cursor: rows are not streamed
}

/** The answer to what needs none. */
function nothing(command: string): QueryResult {
  return { command, rowCount: null, oid: 0, fields: [], rows: [] };
}
