// Opens a PostgreSQL server, or a compatible one. Connections and waits are bounded.
// SECURITY: the address contains a password, so messages contain no part of it, and errors have no
// cause.
import { once } from 'node:events';
import { Socket } from 'node:net';
import { sql, type PostgresPool } from 'kysely';
import { Pool, types, type PoolClient, type PoolConfig } from 'pg';
import { defaultConnections } from '../default-limits.ts';
import { Overloaded } from '../overloaded.ts';
import { StartProblem, errorCode } from '../start-problem.ts';
import type { Engine, Patience } from './engine.ts';
import type { Database } from './schema.ts';
import { isSilence, silenceText } from './storage-faults.ts';
import {
  clientOf,
  retryAfterSeconds,
  type OwnClient,
  type PreparedStatements,
} from './postgresql-client.ts';
import { SharedReads } from './shared-reads.ts';
import { LimitedDialect, type PoolLoad, type ShareLimits } from './write-share.ts';

/** Connections for reads, which never wait for row locks. */
const connectionsForReads = 3;

/** Transactions use the other connections, and those of one application at most half of all. */
function transactionLimitsOf(connections: number): ShareLimits {
  return {
    workers: Math.max(1, connections - connectionsForReads),
    maxPerTenant: Math.max(1, Math.floor(connections / 2)),
    maxWaiting: 300,
    maxWaitMs: 4000,
  };
}
const maxWaitingReads = 1000;
const connectWithinMs = 5000;
/** Shorter than `silenceMs`, so that an idle connection is closed properly. */
const closeIdleAfterMs = 5000;
const endWithinMs = 1000;
interface Timeouts {
  /** The server's timeouts for a statement, and for a lock within it. */
  readonly statementMs: number;
  readonly lockMs: number;
  /** The connection is closed if the server is silent for this long. */
  readonly silenceMs: number;
}

const timeouts: Readonly<Record<Patience, Timeouts>> = {
  patient: { statementMs: 600_000, lockMs: 600_000, silenceMs: 605_000 },
  brisk: { statementMs: 5000, lockMs: 1500, silenceMs: 8000 },
  reading: { statementMs: 60_000, lockMs: 1500, silenceMs: 65_000 },
};

/** Throws StartProblem if the address is unusable. Idle connections report to `onIdleFault`. */
export function openPostgresql(
  address: string,
  patience: Patience,
  onIdleFault: (error: unknown) => void,
  connections = patience === 'reading' ? 1 : defaultConnections,
): Engine {
  refuseInvalidAddress(address);
  const pool = openPool(address, patience, onIdleFault, connections);
  return {
    dialect: new LimitedDialect(
      { pool },
      transactionLimitsOf(connections),
      new SharedReads(pool.connect),
      pool.load,
    ),
    place: 'in the database that DATABASE_URL names',
    otherPlace: 'another database',
    verify: refuseOtherEncodings,
    explain: explain,
  };
}

/** Other encodings lack characters, such as emoji in a name, and a request would end as a fault. */
async function refuseOtherEncodings(db: Database): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
  }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding ?? '';
  if (encoding === 'UTF8') return;
  throw new StartProblem(
    `The database that DATABASE_URL names has the encoding ${encoding}. Create one with the encoding UTF8, and move the data to it.`,
  );
}

type OwnPool = Omit<PostgresPool, 'connect'> & {
  readonly connect: () => Promise<OwnClient>;
  readonly load: () => PoolLoad;
};

function openPool(
  address: string,
  patience: Patience,
  onIdleFault: (error: unknown) => void,
  connections: number,
): OwnPool {
  const { statementMs, lockMs, silenceMs } = timeouts[patience];
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: address,
    application_name: 'latchkey',
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    idleTimeoutMillis: closeIdleAfterMs,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    // A process that hangs in a transaction must not hold its locks forever.
    idle_in_transaction_session_timeout: statementMs * 2,
    keepAlive: true,
    // A statement need not wait for the answer to the previous one.
    pipeline: true,
    stream: () => watchedSocket(sockets, silenceMs),
    types: typeParsers,
  });
  pool.on('error', onIdleFault);
  // The query in flight gets the fault too. Without a listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const preparedStatements: PreparedStatements = { areUsable: true };
  return {
    options: pool.options,
    connect: () => connect(pool, preparedStatements),
    load: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end: () => endPool(pool, sockets),
  };
}

async function connect(pool: Pool, preparedStatements: PreparedStatements): Promise<OwnClient> {
  const anew = () => connectInTime(pool);
  return clientOf(await anew(), preparedStatements, anew);
}

/** Throws Overloaded if no connection is free in time, or if too many callers wait already. */
async function connectInTime(pool: Pool): Promise<PoolClient> {
  if (pool.waitingCount >= maxWaitingReads) throw new Overloaded(retryAfterSeconds);
  try {
    return await pool.connect();
  } catch (error) {
    const isFull = pool.totalCount >= pool.options.max && pool.idleCount === 0;
    if (isFull && errorCode(error) === '') throw new Overloaded(retryAfterSeconds);
    throw error;
  }
}

/**
 * Sends the writes of an event loop turn together, because packets cost more than their content.
 */
class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => {
      super.uncork();
    });
  }
}

/** A silent server would block requests forever, and with them the shutdown. */
function watchedSocket(sockets: Set<Socket>, silenceMs: number): Socket {
  const socket = new GatheringSocket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  socket.setTimeout(silenceMs, () => {
    socket.destroy(new Error(silenceText(silenceMs)));
  });
  return socket;
}

async function endPool(pool: Pool, sockets: ReadonlySet<Socket>): Promise<void> {
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error('The service is stopping'));
  }, endWithinMs);
  try {
    const closed = [...sockets].map((socket) => once(socket, 'close'));
    await pool.end();
    await Promise.allSettled(closed);
  } finally {
    clearTimeout(timer);
  }
}

type Parser = (text: string) => unknown;

/** Parsers by type OID: bool, int8 and numeric. */
const ownParsers: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [16, (text) => (text === 't' ? 1 : 0)],
  [20, Number],
  [1700, Number],
]);

/** Returns the same types as SQLite: numbers for sums, counts and times, 0 or 1 for comparisons. */
const typeParsers: NonNullable<PoolConfig['types']> = {
  getTypeParser: (id: Parameters<typeof types.getTypeParser>[0], format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : ownParsers.get(id)) ??
    (types.getTypeParser(id, format) as Parser), // any in pg's types
};

function refuseInvalidAddress(address: string): void {
  // Without a host, `?host=` names the folder of a socket. pg accepts a user then, unlike URL.
  const withHost = address.replace(/^([^/]*\/\/[^/?#]*@)\//, '$1socket/');
  if (!/^postgres(ql)?:\/\//.test(address) || !URL.canParse(withHost))
    throw new StartProblem(
      'DATABASE_URL must be a URL like postgresql://user:password@host/database. Write special characters as %XX.',
    );
}

const refusals: Readonly<Record<string, string>> = {
  '28P01': 'The database server refused the user name or password in DATABASE_URL.',
  '28000': 'The database server refused the user name or password in DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist on its server.',
  '42501': 'The database user in DATABASE_URL may not create tables in its database.',
  '25006': 'The database that DATABASE_URL names is read-only. Name the primary server.',
  '53100': 'The disk of the database server is full. Free some space on it.',
  '53300': 'The database server has no free connections. Raise its max_connections.',
  '57P01': 'The database server is stopping. Start it, then try again.',
  '57P03': 'The database server is starting or stopping. Try again.',
};

/** Explains refusals and unreachable servers. Anything else without a code is a defect. */
function explain(error: unknown): Error {
  const code = errorCode(error);
  const refusal = refusals[code];
  if (refusal !== undefined) return new StartProblem(refusal);
  if (/^[0-9A-Z]{5}$/.test(code))
    return new StartProblem(`The database that DATABASE_URL names cannot be used (${code}).`);
  if (code === '' && !isSilence(error))
    return error instanceof Error ? error : new Error(String(error));
  return new StartProblem(
    `The database server that DATABASE_URL names cannot be reached (${code || 'no answer'}).`,
  );
}
