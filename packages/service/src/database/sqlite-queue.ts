// Serializes the one connection to SQLite, which blocks the process while it works. Writes that arrive
// together are one group: one transaction of SQLite with a savepoint for each write, acknowledged after
// a sync. Reads run immediately, or right after the open group. The network is served between groups,
// and the next group runs while the previous one is synced.

/** The connection, as the queue needs it. */
export interface GroupConnection {
  readonly execute: (sql: 'begin immediate' | 'commit' | 'rollback' | SavepointSql) => void;
  /** False after a fault that made SQLite roll back, such as a full disk. */
  readonly isInTransaction: () => boolean;
  /** Throws if a commit would not be durable. */
  readonly refuseWrites: () => void;
  /** Resolves when everything committed before the call is on the disk. */
  readonly sync: () => Promise<void>;
}

type SavepointSql = 'savepoint one' | 'release one' | 'rollback to one';

/** A transaction that runs until `commit` or `rollback`. */
export interface QueuedTransaction {
  readonly run: <T>(statement: () => T) => T;
  /** Resolves when its changes are on the disk. Rejects if the group was rolled back. */
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

interface Member {
  /** Returns false if its changes are to be rolled back. */
  readonly run: () => boolean | Promise<boolean>;
  readonly isStatement: boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Fault {
  readonly error: unknown;
}

/** A larger group would make reads wait longer, which costs more than another group. */
const mostInGroup = 16;

export class SqliteQueue {
  readonly #connection: GroupConnection;
  #isOpen = false;
  #isDue = false;
  #waiting: Member[] = [];
  #reads: (() => void)[] = [];
  /** Begins work that no group may be open beside. */
  #startPause: (() => void) | null = null;
  #isPaused = false;
  /** The fault that rolled back the open group. */
  #fault: Fault | null = null;

  constructor(connection: GroupConnection) {
    this.#connection = connection;
  }

  /** Sees no open group. It may see changes that are committed and not yet on the disk. */
  async read<T>(statement: () => T): Promise<T> {
    if (this.#isOpen) await new Promise<void>((resolve) => void this.#reads.push(resolve));
    return statement();
  }

  /** Runs a single statement, which needs no transaction. */
  async write<T>(statement: () => T): Promise<T> {
    let result: { readonly of: T } | { readonly error: unknown } | undefined;
    await this.#join(true, () => {
      try {
        result = { of: this.#guard(statement) };
      } catch (error) {
        result = { error };
      }
      return true;
    });
    if (result === undefined) throw new Error('A group was committed without one of its writes');
    if ('error' in result) throw result.error;
    return result.of;
  }

  /** Resolves when the transaction has begun. It must end with `commit` or `rollback`. */
  begin(): Promise<QueuedTransaction> {
    return new Promise((resolve, reject) => {
      const whileOpen = (end: (commits: boolean) => void) => {
        const ended = (commits: boolean) => {
          end(commits);
          return settled;
        };
        resolve({
          run: (statement) => this.#guard(statement),
          commit: () => ended(true),
          rollback: () => ended(false),
        });
      };
      const settled = this.#join(false, () => new Promise<boolean>(whileOpen));
      // The transaction could not begin.
      settled.catch(reject);
    });
  }

  /** Runs `work` while no group is open: writes wait for it, reads do not. Calls must not overlap. */
  async pause(work: () => Promise<unknown>): Promise<void> {
    this.#isPaused = true;
    try {
      if (this.#isOpen) await new Promise<void>((resolve) => (this.#startPause = resolve));
      await work();
    } finally {
      this.#isPaused = false;
      this.#callNext();
    }
  }

  #join(isStatement: boolean, run: Member['run']): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ run, isStatement, done, failed });
      this.#callNext();
    });
  }

  /** Deferred, so that writes of the same moment join the group. */
  #callNext(): void {
    if (this.#isOpen || this.#isDue || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#isPaused) return;
      void this.#runGroup(this.#waiting.splice(0, mostInGroup));
    });
  }

  async #runGroup(members: readonly Member[]): Promise<void> {
    this.#isOpen = true;
    let commits = false;
    let fault: Fault | null = null;
    try {
      commits = await this.#runAll(members);
    } catch (error) {
      fault = { error };
    }
    this.#isOpen = false;
    this.#fault = null;
    // Waiting reads run before the next group begins.
    for (const resume of this.#reads.splice(0)) resume();
    if (commits) void this.#acknowledgeAfterSync(members);
    else settle(members, fault);
    this.#startPause?.();
    this.#startPause = null;
    this.#callNext();
  }

  async #acknowledgeAfterSync(members: readonly Member[]): Promise<void> {
    try {
      await this.#connection.sync();
      settle(members, null);
    } catch (error) {
      settle(members, { error });
    }
  }

  /** Returns whether there is something to commit. */
  async #runAll(members: readonly Member[]): Promise<boolean> {
    const { execute, refuseWrites, isInTransaction } = this.#connection;
    const [first] = members;
    const isAlone = members.length === 1;
    refuseWrites();
    if (isAlone && first?.isStatement === true) return first.run();
    execute('begin immediate');
    try {
      let commits = false;
      for (const member of members) commits = (await this.#runOne(member, isAlone)) || commits;
      if (commits) refuseWrites();
      execute(commits ? 'commit' : 'rollback');
      return commits;
    } catch (error) {
      if (isInTransaction()) execute('rollback');
      throw error;
    }
  }

  /** Returns whether there is something to commit. */
  async #runOne({ run, isStatement, done }: Member, isAlone: boolean): Promise<boolean> {
    const { execute, isInTransaction } = this.#connection;
    const isApart = !isAlone && !isStatement;
    if (isApart) execute('savepoint one');
    const commits = await run();
    if (!isInTransaction()) {
      // The member reports its own error; the others get the fault that rolled them back.
      if (!commits) done();
      this.#fault ??= { error: new Error('A transaction was ended from inside') };
      throw this.#fault.error;
    }
    if (!isApart) return commits;
    if (!commits) execute('rollback to one');
    execute('release one');
    return commits;
  }

  #guard<T>(statement: () => T): T {
    if (this.#fault !== null) throw this.#fault.error;
    const { isInTransaction } = this.#connection;
    const wasInTransaction = isInTransaction();
    try {
      return statement();
    } catch (error) {
      if (wasInTransaction && !isInTransaction()) this.#fault = { error };
      throw error;
    }
  }
}

function settle(members: readonly Member[], fault: Fault | null): void {
  for (const { done, failed } of members)
    if (fault === null) done();
    else failed(fault.error);
}
