// Serializes the one connection to SQLite, which blocks the process while it works. Writes run one
// after the other, each in its own transaction. A write is acknowledged after a sync of the WAL,
// for which only its caller waits. Reads run immediately, or right after the open transaction.

/** The part of the connection that the queue uses. */
export interface QueueConnection {
  readonly execute: (sql: 'begin immediate' | 'commit' | 'rollback') => void;
  /** False after a fault that made SQLite roll back, such as a full disk. */
  readonly isInTransaction: () => boolean;
  /** Throws if a commit would not be durable. */
  readonly refuseWrites: () => void;
  /** Resolves when everything committed before the call is on the disk. */
  readonly sync: () => Promise<void>;
}

/** A transaction that is open until `commit` or `rollback`. */
export interface QueuedTransaction {
  readonly run: <T>(statement: () => T) => T;
  /** Resolves when the changes are on the disk. If it rejects, they are rolled back or in doubt. */
  readonly commit: () => Promise<void>;
  readonly rollback: () => void;
}

/** Writes in a row before the event loop handles the network. More would make reads wait longer. */
const turnsInARow = 16;

export class SqliteQueue {
  readonly #connection: QueueConnection;
  /** Writers that wait for their turn. Each is called with the function that ends its turn. */
  #writers: ((release: () => void) => void)[] = [];
  #areTurnsDue = false;
  #isOpen = false;
  /** Reads that wait for the end of the open transaction. */
  #reads: (() => void)[] = [];

  constructor(connection: QueueConnection) {
    this.#connection = connection;
  }

  /** Writes and reads that wait for their turn. */
  waiting(): number {
    return this.#writers.length + this.#reads.length;
  }

  /** The statement sees no open transaction, but may see commits that are not yet on the disk. */
  async read<T>(statement: () => T): Promise<T> {
    if (this.#isOpen) await new Promise<void>((resolve) => void this.#reads.push(resolve));
    return statement();
  }

  /** Runs a single statement, which needs no transaction. */
  async write<T>(statement: () => T): Promise<T> {
    const release = await this.#acquire();
    let result: T;
    try {
      this.#connection.refuseWrites();
      result = statement();
    } finally {
      release();
    }
    await this.#connection.sync();
    return result;
  }

  /**
   * Resolves when the transaction has begun. It must end with `commit` or `rollback`, for which
   * every other write waits.
   */
  async begin(): Promise<QueuedTransaction> {
    const release = await this.#acquire();
    try {
      this.#connection.refuseWrites();
      this.#connection.execute('begin immediate');
    } catch (error) {
      release();
      throw error;
    }
    this.#isOpen = true;
    return new OpenTransaction(this.#connection, () => {
      this.#isOpen = false;
      for (const resume of this.#reads.splice(0)) resume();
      release();
    });
  }

  /** Runs `work` between two writes. Writes wait for it, reads do not. */
  async pause(work: () => Promise<void>): Promise<void> {
    const release = await this.#acquire();
    try {
      await work();
    } finally {
      release();
    }
  }

  #acquire(): Promise<() => void> {
    return new Promise((resolve) => {
      this.#writers.push(resolve);
      this.#schedule();
    });
  }

  /** Deferred, so that a chain of writes lets the event loop handle the network between them. */
  #schedule(): void {
    if (this.#areTurnsDue || this.#writers.length === 0) return;
    this.#areTurnsDue = true;
    setImmediate(() => void this.#runTurns());
  }

  async #runTurns(): Promise<void> {
    for (const startTurn of this.#writers.splice(0, turnsInARow))
      await new Promise<void>(startTurn);
    this.#areTurnsDue = false;
    this.#schedule();
  }
}

class OpenTransaction implements QueuedTransaction {
  readonly #connection: QueueConnection;
  readonly #end: () => void;
  /** The error with which SQLite rolled back. */
  #fault: { readonly error: unknown } | null = null;

  constructor(connection: QueueConnection, end: () => void) {
    this.#connection = connection;
    this.#end = end;
  }

  /** Refuses statements after SQLite rolled back: they would run outside the transaction. */
  run<T>(statement: () => T): T {
    if (this.#fault !== null) throw this.#fault.error;
    try {
      return statement();
    } catch (error) {
      if (!this.#connection.isInTransaction()) this.#fault = { error };
      throw error;
    }
  }

  async commit(): Promise<void> {
    try {
      if (this.#fault !== null) throw this.#fault.error;
      this.#connection.refuseWrites();
      this.#connection.execute('commit');
    } catch (error) {
      this.#rollbackIfOpen();
      throw error;
    } finally {
      this.#end();
    }
    await this.#connection.sync();
  }

  rollback(): void {
    try {
      this.#rollbackIfOpen();
    } finally {
      this.#end();
    }
  }

  #rollbackIfOpen(): void {
    if (this.#connection.isInTransaction()) this.#connection.execute('rollback');
  }
}
