// Who may use the one connection to SQLite, which blocks the process while it works. Writes that come together are one group:
// one transaction of SQLite, in which each is still all or nothing, and told only once all of it is on the disk. Reads go at once,
// or right after the open group; between two groups comes whatever is there by the network. Nobody else waits for the disk: the
// next group begins while the one before is being synced.

/** The connection as groups need it. */
export interface GroupConnection {
  readonly execute: (sql: 'begin immediate' | 'commit' | 'rollback' | SavepointSql) => void;
  /** Some faults, a full disk for one, undo all of a transaction by themselves. */
  readonly isInTransaction: () => boolean;
  /** Throws where what is written would not be kept. */
  readonly refuseToKeep: () => void;
  /** Resolves when all that was committed before the call is on the disk. */
  readonly sync: () => Promise<void>;
}

type SavepointSql = 'savepoint one' | 'release one' | 'rollback to one';

/** A transaction that may run now, until it is kept or undone. */
export interface QueuedTransaction {
  readonly run: <T>(statement: () => T) => T;
  /** Resolves when what it wrote is on the disk; rejects where the group came to nothing. */
  readonly keep: () => Promise<void>;
  readonly undo: () => Promise<void>;
}

interface Member {
  /** false: what it did is to be undone. */
  readonly run: () => boolean | Promise<boolean>;
  readonly isStatement: boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

interface Fault {
  readonly error: unknown;
}

/** One more group costs less than letting reads wait for so many writes. */
const mostInGroup = 16;

export class SqliteQueue {
  readonly #connection: GroupConnection;
  #isOpen = false;
  #isDue = false;
  #waiting: Member[] = [];
  #reads: (() => void)[] = [];
  /** Begins work that no group may be open beside. */
  #beginStill: (() => void) | null = null;
  #isStill = false;
  /** What undid the open group. */
  #fault: Fault | null = null;

  constructor(connection: GroupConnection) {
    this.#connection = connection;
  }

  /** Sees no half of a group; what it sees may still be on its way to the disk, and whoever wrote it is told later. */
  async read<T>(statement: () => T): Promise<T> {
    if (this.#isOpen) await new Promise<void>((resolve) => void this.#reads.push(resolve));
    return statement();
  }

  /** A single statement, which is all or nothing by itself. */
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
    if (result === undefined) throw new Error('A group was kept without one of its writes');
    if ('error' in result) throw result.error;
    return result.of;
  }

  /** Resolves when a transaction may begin, which must end with `keep` or `undo`. */
  begin(): Promise<QueuedTransaction> {
    return new Promise((resolve, reject) => {
      const whileOpen = (end: (isKept: boolean) => void) => {
        const ended = (isKept: boolean) => {
          end(isKept);
          return kept;
        };
        resolve({
          run: (statement) => this.#guard(statement),
          keep: () => ended(true),
          undo: () => ended(false),
        });
      };
      const kept = this.#join(false, () => new Promise<boolean>(whileOpen));
      // One that could not begin.
      kept.catch(reject);
    });
  }

  /** No group is open while `work` runs, not twice at once: whoever writes waits for it. Reads go on. */
  async still(work: () => Promise<unknown>): Promise<void> {
    this.#isStill = true;
    try {
      if (this.#isOpen) await new Promise<void>((resolve) => (this.#beginStill = resolve));
      await work();
    } finally {
      this.#isStill = false;
      this.#callNext();
    }
  }

  #join(isStatement: boolean, run: Member['run']): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ run, isStatement, done, failed });
      this.#callNext();
    });
  }

  /** Not at once: whoever asked in the same moment comes along. */
  #callNext(): void {
    if (this.#isOpen || this.#isDue || this.#waiting.length === 0) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#isStill) return;
      void this.#runGroup(this.#waiting.splice(0, mostInGroup));
    });
  }

  async #runGroup(members: readonly Member[]): Promise<void> {
    this.#isOpen = true;
    let isKept = false;
    let fault: Fault | null = null;
    try {
      isKept = await this.#runAll(members);
    } catch (error) {
      fault = { error };
    }
    this.#isOpen = false;
    this.#fault = null;
    // Whoever is let go runs before the next group may begin.
    for (const letGo of this.#reads.splice(0)) letGo();
    if (isKept) void this.#tellOnceOnDisk(members);
    else tell(members, fault);
    this.#beginStill?.();
    this.#beginStill = null;
    this.#callNext();
  }

  async #tellOnceOnDisk(members: readonly Member[]): Promise<void> {
    try {
      await this.#connection.sync();
      tell(members, null);
    } catch (error) {
      tell(members, { error });
    }
  }

  /** Whether there is something to keep. */
  async #runAll(members: readonly Member[]): Promise<boolean> {
    const { execute, refuseToKeep, isInTransaction } = this.#connection;
    const [first] = members;
    const isAlone = members.length === 1;
    refuseToKeep();
    if (isAlone && first?.isStatement === true) return first.run();
    execute('begin immediate');
    try {
      let isKept = false;
      for (const member of members) isKept = (await this.#runOne(member, isAlone)) || isKept;
      if (isKept) refuseToKeep();
      execute(isKept ? 'commit' : 'rollback');
      return isKept;
    } catch (error) {
      if (isInTransaction()) execute('rollback');
      throw error;
    }
  }

  /** Whether there is something to keep. */
  async #runOne({ run, isStatement, done }: Member, isAlone: boolean): Promise<boolean> {
    const { execute, isInTransaction } = this.#connection;
    const isApart = !isAlone && !isStatement;
    if (isApart) execute('savepoint one');
    const isKept = await run();
    if (!isInTransaction()) {
      // It has its own error to tell; the others get what undid them.
      if (!isKept) done();
      this.#fault ??= { error: new Error('A transaction was ended from inside') };
      throw this.#fault.error;
    }
    if (!isApart) return isKept;
    if (!isKept) execute('rollback to one');
    execute('release one');
    return isKept;
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

function tell(members: readonly Member[], fault: Fault | null): void {
  for (const { done, failed } of members)
    if (fault === null) done();
    else failed(fault.error);
}
