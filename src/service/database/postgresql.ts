// A PostgreSQL server, or what speaks like one, at an address. Bounded in connections and in every wait.
// SECURITY: the address holds a password; neither it nor a part of it appears in a sentence, and errors keep no cause.
import { once } from 'node:events';
import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { Overloaded } from '../overloaded.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import type { Engine, Patience } from './engine.ts';
import { SharingDialect, type ShareLimits } from './write-share.ts';

const mostConnections = 10;
/** The rest is for reads, which are answered whatever is locked. */
const transactions: ShareLimits = { atOnce: 7, mostWaiting: 300, waitMs: 4000 };
const mostWaitingReads = 1000;
const connectWithinMs = 5000;
/** Shorter than a connection's silence, so that one that nobody uses is closed in good order. */
const closeIdleAfterMs = 5000;
const endWithinMs = 1000;
interface Waits {
  /** After which the server gives up: a statement, and within it a lock. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** Nothing came from the server for so long that we give up. */
  readonly silenceMs: number;
}

const waits: Readonly<Record<Patience, Waits>> = {
  patient: { statementMs: 600_000, lockMs: 600_000, silenceMs: 605_000 },
  brisk: { statementMs: 5000, lockMs: 1500, silenceMs: 8000 },
};

/** `onIdleFault`: told of faults of connections that no request is waiting for. Throws StartProblem for an unusable address. */
export function openPostgresql(
  address: string,
  patience: Patience,
  onIdleFault: (error: unknown) => void,
): Engine {
  refuseOtherAddresses(address);
  return {
    dialect: new SharingDialect({ pool: openPool(address, patience, onIdleFault) }, transactions),
    place: 'in the database that DATABASE_URL names',
    otherPlace: 'another database',
    explain: unusable,
  };
}

function openPool(
  address: string,
  patience: Patience,
  onIdleFault: (error: unknown) => void,
): PostgresPool {
  const { statementMs, lockMs, silenceMs } = waits[patience];
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: address,
    application_name: 'latchkey',
    max: mostConnections,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: closeIdleAfterMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // A process that hangs in the middle of a transaction must not hold its locks for ever.
    idle_in_transaction_session_timeout: statementMs * 2,
    keepAlive: true,
    stream: () => watchedSocket(sockets, silenceMs),
    types: numbersAsNumbers,
  });
  pool.on('error', onIdleFault);
  // Whoever is using it gets the same fault from their query; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    options: pool.options,
    connect: () => connect(pool),
    end: () => endPool(pool, sockets),
  };
}

/** Throws Overloaded where none is free in time, or too many wait for one already. */
async function connect(pool: Pool): Promise<PostgresPoolClient> {
  if (pool.waitingCount >= mostWaitingReads) throw new Overloaded(retryAfterSeconds);
  try {
    return watched(await pool.connect());
  } catch (error) {
    const isFull = pool.totalCount >= mostConnections && pool.idleCount === 0;
    if (isFull && errorCode(error) === '') throw new Overloaded(retryAfterSeconds);
    throw error;
  }
}

const retryAfterSeconds = 1;
const [isLocked, isReadOnly] = ['55P03', '25006'];

/** What it says of its server decides what becomes of it: one that takes no writes is not used again. */
function watched(client: PoolClient): PostgresPoolClient {
  const known = watchedClients.get(client);
  if (known !== undefined) return known;
  let isSpoiled = false;
  const own = new Proxy(client, {
    get(target, name) {
      if (name === 'release')
        return (discard?: boolean) => target.release(isSpoiled || discard === true);
      if (name !== 'query') return Reflect.get(target, name, target) as unknown;
      // Never a cursor: rows are not streamed.
      return async (text: string, values: unknown[]) => {
        try {
          return await target.query(text, values);
        } catch (error) {
          if (errorCode(error) === isReadOnly) isSpoiled = true;
          throw errorCode(error) === isLocked ? new Overloaded(retryAfterSeconds) : error;
        }
      };
    },
  });
  watchedClients.set(client, own);
  return own;
}

/** Kysely knows a connection again by what it got of it. */
const watchedClients = new WeakMap<PoolClient, PostgresPoolClient>();

/** A server that is there but silent would keep requests waiting for ever, and with them the end of this process. */
function watchedSocket(sockets: Set<Socket>, silenceMs: number): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(`The database said nothing for ${silenceMs} ms`));
  });
  return socket;
}

async function endPool(pool: Pool, sockets: ReadonlySet<Socket>): Promise<void> {
  const late = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error('The service is ending'));
  }, endWithinMs);
  try {
    const closed = [...sockets].map((socket) => once(socket, 'close'));
    await pool.end();
    await Promise.allSettled(closed);
  } finally {
    clearTimeout(late);
  }
}

type Parser = (text: string) => unknown;

/** By the type's number in PostgreSQL's catalogue: bool, int8, numeric. */
const ownParsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [20, Number],
  [1700, Number],
]);

/** As SQLite gives them: sums, counts and times as numbers, comparisons as 0 or 1. For this pool's connections only. */
const numbersAsNumbers: NonNullable<PoolConfig['types']> = {
  getTypeParser: (id: Parameters<typeof types.getTypeParser>[0], format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : ownParsers.get(id)) ??
    (types.getTypeParser(id, format) as Parser), // the package says any
};

function refuseOtherAddresses(address: string): void {
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(address))
    throw new StartProblem(
      'DATABASE_URL must be an address like postgresql://user:password@host/database; special characters in it are written as %XX.',
    );
}

const refusals: Readonly<Record<string, string>> = {
  '28P01': 'The database server refuses the user name or the password in DATABASE_URL.',
  '28000': 'The database server refuses the user name or the password in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist on its server.',
  '42501': 'The database user in DATABASE_URL may not make tables in its database.',
};

/** What the server refused, and what kept us from reaching it; anything else without a code is a defect. */
function unusable(error: unknown): Error {
  const code = errorCode(error);
  const refusal = refusals[code];
  if (refusal !== undefined) return new StartProblem(refusal);
  if (/^[0-9A-Z]{5}$/.test(code))
    return new StartProblem(`The database that DATABASE_URL names cannot be used (${code}).`);
  const isSilence =
    error instanceof Error && /timeout|terminated|said nothing/i.test(error.message);
  if (code === '' && !isSilence) return error instanceof Error ? error : new Error(String(error));
  return new StartProblem(
    `The database server that DATABASE_URL names cannot be reached (${code || 'no answer'}).`,
  );
}
