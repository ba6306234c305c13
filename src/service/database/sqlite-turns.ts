// Who may use the one connection to SQLite, which blocks the process while it works: one transaction at a time, single statements
// before the transactions that wait, and between two transactions whatever has come in by the network. Without it one read waits
// for everybody's writes, each of which waits for the disk.

export class SqliteTurns {
  /** A transaction is open. */
  #held = false;
  /** One has just ended. */
  #resting = false;
  #statements: (() => void)[] = [];
  readonly #transactions: (() => void)[] = [];

  /** Runs at once where no transaction is open, else as soon as none is. */
  async statement<T>(run: () => T): Promise<T> {
    // Whoever is let go runs before the next transaction may begin: see `end`.
    if (this.#held) await new Promise<void>((resolve) => void this.#statements.push(resolve));
    return run();
  }

  /** Resolves when a transaction may begin, which must end with `end`. */
  begin(): Promise<void> {
    if (!this.#held && !this.#resting) {
      this.#held = true;
      return Promise.resolve();
    }
    return new Promise((resolve) => void this.#transactions.push(resolve));
  }

  end(): void {
    this.#held = false;
    this.#resting = true;
    const statements = this.#statements;
    this.#statements = [];
    for (const letGo of statements) letGo();
    setImmediate(() => {
      this.#resting = false;
      const next = this.#transactions.shift();
      if (next === undefined) return;
      this.#held = true;
      next();
    });
  }
}
